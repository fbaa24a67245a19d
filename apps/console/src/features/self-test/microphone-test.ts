import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Clock } from '../../platform/clock/index.ts'

/** How far a recording of the microphone is. */
export type MicrophoneState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'recording' }
  | { readonly kind: 'recorded'; readonly url: string; readonly coding: string; readonly bytes: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** A recording ends by itself then: a test needs no more, and it lies in memory. */
const longestMs = 30_000

/** Records the microphone with the encoder of the browser. */
export class MicrophoneTest {
  readonly state: StoreApi<MicrophoneState> = createStore<MicrophoneState>(() => ({ kind: 'idle' }))
  readonly #clock: Clock
  #recorder: MediaRecorder | null = null
  #closed = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  async record(): Promise<void> {
    if (this.state.getState().kind === 'recording') return
    this.#show({ kind: 'recording' })
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (this.#closed) return endTracks(stream)
      this.#start(new MediaRecorder(stream), stream)
    } catch (cause) {
      this.#show({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) })
    }
  }

  stop(): void {
    if (this.#recorder?.state === 'recording') this.#recorder.stop()
  }

  /** Gives the microphone and the recording back; calling it again is harmless. */
  close(): void {
    this.#closed = true
    this.stop()
    this.#show({ kind: 'idle' })
  }

  #start(recorder: MediaRecorder, stream: MediaStream): void {
    this.#recorder = recorder
    recorder.ondataavailable = ({ data }) => {
      endTracks(stream)
      if (this.#closed) return
      const coding = data.type || recorder.mimeType
      this.#show({ kind: 'recorded', url: URL.createObjectURL(data), coding, bytes: data.size })
    }
    // One piece of the whole length: the recorder stops at its end, and hands over all of it.
    recorder.start()
    const timer = this.#clock.after(longestMs, () => this.stop())
    recorder.onstop = () => timer.cancel()
  }

  #show(state: MicrophoneState): void {
    const before = this.state.getState()
    if (before.kind === 'recorded') URL.revokeObjectURL(before.url)
    this.state.setState(state, true)
  }
}

function endTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
