/** Time between arrival and loudspeaker that evens out what the network does. */
const cushionS = 0.12
/** Sound further ahead of the loudspeaker than this is left out: beside a picture, so that it never drifts behind it. */
const maxAheadS = 0.6
/** In a talk the delay is audible, and the delay of one stall would stay until the end of the talk. */
const maxAheadOfTalkS = 0.2

let shared: AudioContext | null = null

/** One loudspeaker for the page. A browser lets it speak only after a click: made at the first one. */
function speaker(): AudioContext {
  shared ??= new AudioContext({ latencyHint: 'interactive' })
  return shared
}

/** Plays blocks of samples one after the other. */
export class SoundOutput {
  readonly #maxAheadS: number
  readonly #speaker: () => AudioContext
  #gain: GainNode | null = null
  #nextS = 0

  constructor(purpose: 'picture' | 'talk' = 'picture', speakerOfPage = speaker) {
    this.#speaker = speakerOfPage
    this.#maxAheadS = purpose === 'talk' ? maxAheadOfTalkS : maxAheadS
  }

  /** `gain` 1 leaves the level as it is. */
  start(gain: number): void {
    const context = this.#speaker()
    if (context.state === 'suspended') void context.resume()
    if (this.#gain === null) {
      this.#gain = context.createGain()
      this.#gain.connect(context.destination)
    }
    this.#gain.gain.value = gain
  }

  play(samples: Float32Array<ArrayBuffer>, sampleRate: number): void {
    if (this.#gain === null || samples.length === 0) return
    const context = this.#speaker()
    const nowS = context.currentTime
    if (this.#nextS < nowS) this.#nextS = nowS + cushionS
    if (this.#nextS > nowS + this.#maxAheadS) return
    const buffer = context.createBuffer(1, samples.length, sampleRate)
    buffer.copyToChannel(samples, 0)
    const node = context.createBufferSource()
    node.buffer = buffer
    node.connect(this.#gain)
    node.start(this.#nextS)
    this.#nextS += buffer.duration
  }

  stop(): void {
    this.#gain?.disconnect()
    this.#gain = null
    this.#nextS = 0
  }
}
