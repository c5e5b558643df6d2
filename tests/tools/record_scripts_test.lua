-- Runs the recording scripts with stand-ins for the emulators' documented functions.
-- Usage: lua5.1 record_scripts_test.lua SOURCE_DIR FOLDER ADDRESSES
-- ADDRESSES is a file with the output of `jumpscope trace --print-addresses smb`; the scripts write into FOLDER.

local source, folder, list = arg[1], arg[2], arg[3]

local function contentOf(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

-- The emulator: its frame count, pad and memory. A byte is its address plus the frame's number, modulo 256.
local count, pad
local function byte(address) return (address + count) % 256 end

-- By script: the functions it finds, what a frame calls, and the count at the end of jumpscope's frame 0.
local function standIns(on_frame, on_end)
  return {
    fceux = {
      first = 2,
      globals = {
        emu = { registerafter = on_frame, registerexit = on_end, framecount = function() return count end },
        joypad = { get = function(port) return port == 1 and pad({ "A", "right" }) end },
        memory = { readbyte = byte },
      },
    },
    bizhawk = {
      first = 1,
      globals = {
        event = { onframeend = on_frame, onexit = on_end },
        emu = { framecount = function() return count end },
        joypad = { getwithmovie = function(port) return port == 1 and pad({ "A", "Right" }) end },
        mainmemory = { read_u8 = byte },
        memory = { read_u8 = function(address, domain) return domain == "System Bus" and byte(address) end },
      },
    },
    mesen = {
      first = 1,
      globals = {
        emu = {
          addEventCallback = function(callback, event) (event == "end" and on_frame or on_end)(callback) end,
          eventType = { endFrame = "end", scriptEnded = "over" },
          memType = { nesDebug = "bus" },
          getState = function() return { frameCount = count } end,
          getInput = function(port) return port == 0 and pad({ "a", "right" }) end,
          read = function(address, kind) return kind == "bus" and byte(address) end,
        },
      },
    },
  }
end

local function check(found, expected, what)
  if found == expected then return end
  print(what .. ": expected\n" .. expected .. "\nfound\n" .. found)
  os.exit(1)
end

local function rowOf(frame, columns, first, held)
  local row = { frame, held }
  for _, address in ipairs(columns) do row[#row + 1] = (address + frame + first) % 256 end
  return table.concat(row, ",") .. "\n"
end

local function run(name)
  local callbacks = {}
  local all = standIns(function(f) callbacks.frame = f end, function(f) callbacks.over = f end)
  local path = folder .. "/" .. name .. ".csv"
  local text = contentOf(source .. "/tools/record/" .. name .. ".lua")
  local script = text:gsub('local output = [^\n]+', function() return ("local output = %q"):format(path) end, 1)
  local globals = setmetatable(all[name].globals, { __index = _G })
  globals.print = function() end
  setfenv(assert(loadstring(script, name)), globals)()

  local first = all[name].first
  local columns, header = {}, "frame,buttons"
  for address in contentOf(list):gmatch("\n%$(%x+)") do
    columns[#columns + 1] = tonumber(address, 16)
    header = header .. ",$" .. address
  end
  local held
  pad = function(names) return { [names[1]] = held, [names[2]] = held, select = false, Select = false } end
  for frame = 0, 1 do
    count, held = frame + first, frame == 0
    callbacks.frame()
  end
  count, held = 1 + first, true  -- a state is loaded
  callbacks.frame()
  callbacks.over()
  check(contentOf(path), header .. "\n" .. rowOf(0, columns, first, "R......A") .. rowOf(1, columns, first, "........"),
        name)
  check(contentOf(folder .. "/" .. name .. "-2.csv"), header .. "\n" .. rowOf(1, columns, first, "R......A"),
        name .. ", after a step back")
  check(text:match("local addresses = %[%[\n(.-)%]%]"), contentOf(list), name .. ": the addresses")
  return text:match("(%-%- From here on the same.-file:flush%(%) end\nend\n)")
end

local shared = run("fceux")
check(run("bizhawk"), shared, "what all scripts share")
check(run("mesen"), shared, "what all scripts share")
print("3 scripts record as documented")
