// The jump that a 2019 article takes apart, as an engine for jumpscope. Runs beside the profile smb.
const computes = ["y_position", "y_page", "y_subpixel", "y_speed", "y_speed_fraction", "gravity", "gravity_fall"];
const reads = ["x_speed_abs", "swimming", "whirlpool", "player_state", "jump_origin_y", "swim_timer"];

// By |x speed| from 0, 9, 16, 25 and 28 on, then in water and in a whirlpool.
const rise = [32, 32, 30, 40, 40, 13, 4];
const fall = [112, 112, 96, 144, 144, 10, 9];
const startSpeed = [-4, -4, -4, -5, -5, -2, -1];
const startFraction = [0, 0, 0, 0, 0, 128, 0];
const jumping = 1, falling = 2, surface = 20;

let s = {}, aBefore = false;

function start() {
  let tier = [9, 16, 25, 28].filter((from) => from <= s.x_speed_abs).length;
  if (s.swimming) tier = s.whirlpool ? 6 : 5;
  s.swim_timer = 32;
  s.player_state = jumping;
  s.jump_origin_y = s.y_position;
  s.y_subpixel = 0;
  s.gravity = rise[tier];
  s.gravity_fall = fall[tier];
  s.y_speed = s.swimming && s.y_position < surface ? 0 : startSpeed[tier];
  s.y_speed_fraction = startFraction[tier];
}

function chooseGravity(held) {
  const risen = (s.jump_origin_y - s.y_position) & 255;
  if (s.player_state === falling || s.y_speed >= 0 || (!held && risen >= 1)) s.gravity = s.gravity_fall;
  if (s.player_state === jumping && s.swimming && s.y_position < surface) s.gravity = 24;
}

function move() {
  let speed = s.y_speed * 256 + s.y_speed_fraction;
  const place = s.y_page * 65536 + s.y_position * 256 + s.y_subpixel + speed;
  s.y_page = (place >> 16) & 255;
  s.y_position = (place >> 8) & 255;
  s.y_subpixel = place & 255;
  speed += s.gravity;
  s.y_speed = speed >> 8;
  s.y_speed_fraction = speed & 255;
  if (s.y_speed >= 4 && s.y_speed_fraction >= 128) [s.y_speed, s.y_speed_fraction] = [4, 0];
}

function step(a, input) {
  s.swim_timer = Math.max(s.swim_timer - 1, 0);
  const strokes = s.swimming && (s.swim_timer !== 0 || s.y_speed >= 0);
  if (a && !aBefore && (s.player_state === 0 || strokes)) start();
  if (s.player_state === jumping || s.player_state === falling) {
    chooseGravity(a && aBefore);
    move();
  }
  s.x_speed_abs = input.x_speed_abs;
  s.swimming = input.swimming;
  s.whirlpool = input.whirlpool;
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...pairs] = line.split(" ");
  if (word === "begin") console.log(`ready computes=${computes} reads=${reads}`);
  if (word !== "seed" && word !== "frame") return;
  const values = {};
  for (const pair of pairs) {
    const [name, value] = pair.split("=");
    values[name] = Number(value);
  }
  const a = (values.buttons & 1) !== 0;
  if (word === "seed") {
    s = values;
  } else {
    step(a, values);
    console.log(JSON.stringify(Object.fromEntries(computes.map((name) => [name, s[name]]))));
  }
  aBefore = a;
});
