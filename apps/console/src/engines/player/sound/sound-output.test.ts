import { expect, it } from 'vitest'
import { SoundOutput } from './sound-output.ts'

/** Seconds of the loudspeaker, and when each block that came begins there. */
let nowS = 0
const waitsS: number[] = []

class Loudspeaker {
  readonly state = 'running'
  readonly destination = {}
  get currentTime(): number {
    return nowS
  }
  createGain() {
    return { gain: { value: 1 }, connect() {}, disconnect() {} }
  }
  createBuffer(_channels: number, length: number, rate: number) {
    return { duration: length / rate, copyToChannel() {} }
  }
  createBufferSource() {
    return { buffer: null, connect() {}, start: (atS: number) => void waitsS.push(atS - nowS) }
  }
}

const speaker = () => new Loudspeaker() as unknown as AudioContext

const frameS = 0.04
const frame = new Float32Array(320)

/** How long a frame waits at last, in ms: a steady second, half a second in which nothing comes, all of that at once, then a minute. */
function waitAfterStall(purpose: 'picture' | 'talk'): number {
  const output = new SoundOutput(purpose, speaker)
  const beginS = nowS + 10
  nowS = beginS
  output.start(1)
  const play = (count: number, at: (n: number) => number): void => {
    for (let n = 0; n < count; n += 1) {
      nowS = at(n)
      output.play(frame, 8000)
    }
  }
  play(25, (n) => beginS + n * frameS)
  play(13, () => beginS + 1.5)
  play(1500, (n) => beginS + 1.52 + n * frameS)
  output.stop()
  return Math.round((waitsS.at(-1) ?? Number.NaN) * 1000)
}

it('a stall of the network does not leave the talk behind by its length', () => {
  expect(waitAfterStall('talk')).toBeLessThanOrEqual(200)
  // Beside a picture sound may wait for it.
  expect(waitAfterStall('picture')).toBeGreaterThan(400)
})
