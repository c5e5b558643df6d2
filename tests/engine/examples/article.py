"""The jump that a 2019 article takes apart, as an engine for jumpscope: integer position, signed speed, a fraction byte
that carries into it, gravity by table, which changes at the apex or on release. Runs beside the profile smb."""
import sys

COMPUTES = ["y_position", "y_page", "y_subpixel", "y_speed", "y_speed_fraction", "gravity", "gravity_fall"]
READS = ["x_speed_abs", "swimming", "whirlpool", "player_state", "jump_origin_y", "swim_timer"]

# By |x speed| from 0, 9, 16, 25 and 28 on, then in water and in a whirlpool.
RISE = [32, 32, 30, 40, 40, 13, 4]
FALL = [112, 112, 96, 144, 144, 10, 9]
SPEED = [-4, -4, -4, -5, -5, -2, -1]
FRACTION = [0, 0, 0, 0, 0, 128, 0]
JUMPING, FALLING = 1, 2
SURFACE = 20  # px


class Jump:
    def seed(self, buttons, values):
        self.__dict__.update(values)
        self.a_before = buttons & 1

    def start(self):
        tier = sum(from_speed <= self.x_speed_abs for from_speed in (9, 16, 25, 28))
        if self.swimming:
            tier = 6 if self.whirlpool else 5
        self.swim_timer, self.player_state = 32, JUMPING
        self.jump_origin_y, self.y_subpixel = self.y_position, 0
        self.gravity, self.gravity_fall = RISE[tier], FALL[tier]
        self.y_speed, self.y_speed_fraction = SPEED[tier], FRACTION[tier]
        if self.swimming and self.y_position < SURFACE:
            self.y_speed = 0

    def choose_gravity(self, held):
        risen = (self.jump_origin_y - self.y_position) & 255
        if self.player_state == FALLING or self.y_speed >= 0 or (not held and risen >= 1):
            self.gravity = self.gravity_fall
        if self.player_state == JUMPING and self.swimming and self.y_position < SURFACE:
            self.gravity = 24

    def move(self):
        speed = self.y_speed * 256 + self.y_speed_fraction
        place = (self.y_page << 16 | self.y_position << 8 | self.y_subpixel) + speed
        self.y_page, self.y_position, self.y_subpixel = place >> 16 & 255, place >> 8 & 255, place & 255
        speed += self.gravity
        self.y_speed, self.y_speed_fraction = speed >> 8, speed & 255
        if self.y_speed >= 4 and self.y_speed_fraction >= 128:
            self.y_speed, self.y_speed_fraction = 4, 0

    def step(self, buttons, values):
        a = buttons & 1
        self.swim_timer = max(self.swim_timer - 1, 0)
        strokes = self.swimming and (self.swim_timer != 0 or self.y_speed >= 0)
        if a and not self.a_before and (self.player_state == 0 or strokes):
            self.start()
        if self.player_state in (JUMPING, FALLING):
            self.choose_gravity(a and self.a_before)
            self.move()
        self.a_before = a
        self.x_speed_abs, self.swimming, self.whirlpool = (
            values["x_speed_abs"], values["swimming"], values["whirlpool"])


jump = Jump()
for line in sys.stdin:
    word, *pairs = line.split()
    if word == "begin":
        print("ready computes=" + ",".join(COMPUTES), "reads=" + ",".join(READS), flush=True)
    if word in ("seed", "frame"):
        values = {name: int(value) for name, value in (pair.split("=") for pair in pairs)}
        buttons = values.pop("buttons")
    if word == "seed":
        jump.seed(buttons, values)
    if word == "frame":
        jump.step(buttons, values)
        print(*(f"{name}={getattr(jump, name)}" for name in COMPUTES))
