-- Records a game's memory in FCEUX for jumpscope: a row per frame, live and during movies.
--
--   fceux --loadlua fceux.lua --playmov run.fm2 game.nes         (or File > Lua > Load)
--   jumpscope diff recording.csv --profile smb
--
-- A row has the number of jumpscope's frame, the pad of that frame and the bytes at its end. FCEUX counts two frames
-- before the first vblank, so its frame count is larger by 2. It counts one more after each reset or power cycle,
-- of which Lua is not told: from there on, the frame numbers are too large by 1.
--
-- Tested with FCEUX 2.6.5 on Linux: tools/record/test compares recordings of jumplab with jumpscope's traces.

-- A file name, relative to FCEUX's working folder.
local output = os.getenv("JUMPSCOPE_RECORDING") or "recording.csv"
-- The frame after which FCEUX ends, at full speed until then; nil: it goes on as usual.
local last = tonumber(os.getenv("JUMPSCOPE_LAST_FRAME") or "")
if last then emu.speedmode("maximum") end

-- What to record: the output of `jumpscope trace --print-addresses PROFILE`.
local addresses = [[
# The addresses that the profile smb watches.
$00CE y_position
$00B5 y_page
$0416 y_subpixel
$009F y_speed
$0433 y_speed_fraction
$0709 gravity
$070A gravity_fall
$0708 jump_origin_y
$0707 jump_origin_page
$0706 halt_threshold
$0700 x_speed_abs
$0057 x_speed
$001D player_state
$000A buttons_ab
$000D buttons_ab_previous
$0704 swimming
$0782 swim_timer
$070E jumpspring
$0747 freeze
$000E engine
$047D whirlpool
$0086 x_position
$006D x_page
$0776 pause
$0770 mode
$0009 frame_counter
]]

-- The keys of joypad.get, in the order of RLDUTSBA.
local buttons = { "right", "left", "down", "up", "start", "select", "B", "A" }

local read = memory.readbyte

-- From here on the same in all scripts of this folder.

local columns = {}
for hexadecimal in addresses:gmatch("%$(%x+)") do columns[#columns + 1] = tonumber(hexadecimal, 16) end

local file, last_frame
local files = 0

local function close()
  if file then file:close() end
  file = nil
end

-- Frame numbers increase in a file. A step back (a loaded state, a rewind, a power cycle) begins another file:
-- recording-2.csv.
local function open()
  close()
  files = files + 1
  local name = files == 1 and output or (output:gsub("%.csv$", "")) .. "-" .. files .. ".csv"
  file = assert(io.open(name, "wb"))
  file:setvbuf("full", 65536)
  file:write("frame,buttons")
  for _, address in ipairs(columns) do file:write(string.format(",$%04X", address)) end
  file:write("\n")
  print("recording to " .. name)
end

-- `pad`: by the names in `buttons`, whether a button is down.
local function record(frame, pad)
  if not file or frame <= last_frame then open() end
  last_frame = frame
  local held = ""
  for i, name in ipairs(buttons) do held = held .. (pad[name] and ("RLDUTSBA"):sub(i, i) or ".") end
  local row = { string.format("%d", frame), held }
  for _, address in ipairs(columns) do row[#row + 1] = string.format("%d", read(address)) end
  file:write(table.concat(row, ","), "\n")
  if frame % 60 == 0 then file:flush() end
end

emu.registerafter(function()
  local frame = emu.framecount() - 2
  if frame >= 0 then record(frame, joypad.get(1)) end
  if last and frame >= last then
    close()
    os.exit(0)
  end
end)
emu.registerexit(close)
