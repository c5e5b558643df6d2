// A worker's methods as functions that return promises.
export class Remote {
  #waiting = new Map();
  #next = 0;

  constructor(address) {
    this.worker = new Worker(address, { type: "module" });
    this.worker.addEventListener("message", ({ data: { id, result, error } }) => {
      const { done, failed } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) done(result);
      else failed(new Error(error));
    });
    this.worker.addEventListener("error", ({ message }) => {
      for (const { failed } of this.#waiting.values()) failed(new Error(message || "the emulator could not be started"));
      this.#waiting.clear();
    });
  }

  call(call, argument = {}) {
    return new Promise((done, failed) => {
      const id = ++this.#next;
      this.#waiting.set(id, { done, failed });
      this.worker.postMessage({ id, call, argument });
    });
  }
}
