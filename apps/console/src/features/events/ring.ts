import type { Clock, Timer } from '../../platform/clock/index.ts'

/** One ring: two bursts of two tones, then silence. */
const periodMs = 3000
const burstsS: readonly number[] = [0, 0.6]
const burstS = 0.4
const tonesHz: readonly number[] = [440, 480]
const loudness = 0.12
/** The edges of a burst: a hard one clicks. */
const edgeS = 0.02

/** Rings while a driver waits for a talk; one ring, however many wait (EVTS-14, EVTS-21). */
export interface Ring {
  /** Rings until `stop` of what it gave back was called, and that of every other; with `forS` at most so many seconds. */
  start(forS?: number): { stop(): void }
}

/** `openAudio` gives the browser's audio; `null` where there is none. Called at the first ring only. */
export function createRing(clock: Clock, openAudio: () => AudioContext | null, log: (text: string) => void): Ring {
  const calls = new Set<object>()
  let audio: AudioContext | null | undefined
  let timer: Timer | null = null

  // A browser that wants a gesture first refuses, at once or by and by: the notice is there all the same.
  const refused = (): void => log('the ring is not heard: the browser allows no sound yet')
  const ringOnce = (): void => {
    try {
      audio ??= openAudio()
      if (!audio) return
      audio.resume().catch(refused)
      // While it is suspended its time stands still: bursts would gather and come out at once.
      if (audio.state === 'running') playBursts(audio)
    } catch {
      refused()
    }
  }
  return {
    start(forS) {
      const call = {}
      calls.add(call)
      if (timer === null) {
        timer = clock.every(periodMs, ringOnce)
        ringOnce()
      }
      const stop = (): void => {
        limit?.cancel()
        calls.delete(call)
        if (calls.size > 0) return
        timer?.cancel()
        timer = null
      }
      const limit = forS === undefined ? null : clock.after(forS * 1000, stop)
      return { stop }
    },
  }
}

function playBursts(audio: AudioContext): void {
  for (const atS of burstsS) {
    const beginS = audio.currentTime + atS
    const endS = beginS + burstS
    const volume = audio.createGain()
    volume.gain.setValueAtTime(0, beginS)
    volume.gain.linearRampToValueAtTime(loudness, beginS + edgeS)
    volume.gain.setValueAtTime(loudness, endS - edgeS)
    volume.gain.linearRampToValueAtTime(0, endS)
    volume.connect(audio.destination)
    for (const hz of tonesHz) {
      const tone = audio.createOscillator()
      tone.frequency.value = hz
      tone.connect(volume)
      tone.start(beginS)
      tone.stop(endS)
    }
  }
}
