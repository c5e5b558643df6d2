// What is held: keyboard, gamepads and the buttons on the page, as a byte in FM2's order (bit 7 Right … bit 0 A).
const keys = {
  ArrowRight: 7, ArrowLeft: 6, ArrowDown: 5, ArrowUp: 4, Enter: 3, ShiftLeft: 2, ShiftRight: 2, KeyZ: 1, KeyY: 1, KeyX: 0,
};
// The standard gamepad of the W3C: buttons 0 and 1 below and right, 8 Select, 9 Start, 12 to 15 the cross.
const standard = { 0: 0, 1: 0, 2: 1, 3: 1, 8: 2, 9: 3, 12: 4, 13: 5, 14: 6, 15: 7 };

export class Input {
  #keys = new Set();
  #touched = new Map(); // pointer -> bit
  rewinding = false;

  constructor(pad, { onPause }) {
    addEventListener("keydown", (event) => {
      if (event.target.closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest?.("button, a, label") && (event.code === "Enter" || event.code === "Space")) return;
      if (event.code === "Backspace") this.rewinding = true;
      else if (event.code === "KeyP" && !event.repeat) onPause();
      else if (event.code in keys) this.#keys.add(event.code);
      else return;
      event.preventDefault();
    });
    addEventListener("keyup", (event) => {
      if (event.code === "Backspace") this.rewinding = false;
      this.#keys.delete(event.code);
    });
    addEventListener("blur", () => {
      this.#keys.clear();
      this.#touched.clear();
      this.rewinding = false;
    });
    for (const kind of ["pointerdown", "pointermove"])
      pad.addEventListener(kind, (event) => {
        if (kind === "pointermove" && !this.#touched.has(event.pointerId)) return;
        const button = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-button]");
        this.#touched.set(event.pointerId, button ? Number(button.dataset.button) : -1);
        this.#show(pad);
        event.preventDefault();
      });
    for (const kind of ["pointerup", "pointercancel"])
      addEventListener(kind, (event) => {
        if (this.#touched.delete(event.pointerId)) this.#show(pad);
      });
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  #show(pad) {
    const held = new Set(this.#touched.values());
    for (const button of pad.querySelectorAll("[data-button]")) button.classList.toggle("held", held.has(Number(button.dataset.button)));
  }

  /** Both pads: the keyboard and the first gamepad are the first. */
  pads() {
    const held = [0, 0];
    for (const code of this.#keys) held[0] |= 1 << keys[code];
    for (const bit of this.#touched.values()) if (bit >= 0) held[0] |= 1 << bit;
    [...(navigator.getGamepads?.() ?? [])].filter(Boolean).slice(0, 2).forEach((gamepad, player) => {
      gamepad.buttons.forEach(({ pressed }, i) => {
        if (pressed && i in standard) held[player] |= 1 << standard[i];
      });
      const [x = 0, y = 0] = gamepad.axes;
      if (Math.abs(x) > 0.5) held[player] |= 1 << (x > 0 ? 7 : 6);
      if (Math.abs(y) > 0.5) held[player] |= 1 << (y > 0 ? 5 : 4);
    });
    return held;
  }
}
