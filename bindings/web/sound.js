// Samples to the loudspeaker. The worklet tells how many it has, so that the game can run a little faster or slower.
export class Sound {
  #node;
  waiting = 0; // samples that have not been played
  underruns = 0;

  get on() {
    return this.context?.state === "running" && Boolean(this.#node);
  }
  async start() {
    if (!this.context) {
      this.context = new AudioContext({ sampleRate: 48000, latencyHint: "interactive" });
      await this.context.audioWorklet.addModule(new URL("sound-worklet.js", import.meta.url));
      this.#node = new AudioWorkletNode(this.context, "samples");
      this.#node.port.onmessage = ({ data }) => ({ waiting: this.waiting, underruns: this.underruns } = data);
      this.#node.connect(this.context.destination);
    }
    await this.context.resume();
  }
  stop() {
    return this.context?.suspend();
  }
  play(samples) {
    if (this.on) this.#node.port.postMessage(samples, [samples.buffer]);
  }
}
