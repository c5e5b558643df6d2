// A queue of 16-bit samples. Begins when an eighth of a second is there, and again after it ran dry.
const enough = 3000, most = 12000;

class Samples extends AudioWorkletProcessor {
  #queue = new Float32Array(1 << 15);
  #read = 0;
  #write = 0;
  #playing = false;
  #underruns = 0;
  #blocks = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => {
      for (const sample of data) this.#queue[this.#write++ & 0x7fff] = sample / 32768;
      if (this.#write - this.#read > most) this.#read = this.#write - enough;
    };
  }
  process(_, [[channel]]) {
    const waiting = this.#write - this.#read;
    if (!this.#playing && waiting >= enough) this.#playing = true;
    if (this.#playing && waiting < channel.length) {
      this.#playing = false;
      this.#underruns++;
    }
    if (this.#playing) for (let i = 0; i < channel.length; ++i) channel[i] = this.#queue[this.#read++ & 0x7fff];
    if (++this.#blocks % 8 === 0) this.port.postMessage({ waiting: this.#write - this.#read, underruns: this.#underruns });
    return true;
  }
}
registerProcessor("samples", Samples);
