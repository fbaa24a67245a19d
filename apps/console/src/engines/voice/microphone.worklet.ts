// The audio thread of the browser: hands blocks of samples to the worker, by a port that the page gives and never reads.

/** 20 ms at 48 kHz: a message for each of the browser's blocks of 128 would be ten times as many. */
const BLOCK_SAMPLES = 960

declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

class Microphone extends AudioWorkletProcessor {
  #worker: MessagePort | null = null
  #block = new Float32Array(BLOCK_SAMPLES)
  #filled = 0

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<MessagePort>) => {
      this.#worker = data
    }
  }

  /** Called by the browser with the first channel of the first input; `true` goes on. */
  process([input]: Float32Array[][]): boolean {
    const samples = input?.[0]
    for (let at = 0; samples !== undefined && at < samples.length; ) {
      const part = samples.subarray(at, at + BLOCK_SAMPLES - this.#filled)
      this.#block.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === BLOCK_SAMPLES) this.#hand()
    }
    return true
  }

  #hand(): void {
    this.#worker?.postMessage(this.#block, [this.#block.buffer])
    this.#block = new Float32Array(BLOCK_SAMPLES)
    this.#filled = 0
  }
}

registerProcessor('microphone', Microphone)
