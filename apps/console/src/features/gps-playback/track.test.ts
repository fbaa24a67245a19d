import { packedTrackSchema, packPoints, unpackTrack } from '@fleetglass/contract/tracks'
import { expect, it } from 'vitest'
import { momentMs } from './gps-playback.fixtures.ts'
import { TrackBuilder } from './track.ts'

const partPoints = 21_600
const blockPoints = 2_000
const beginS = momentMs('00:00:00') / 1000

/** The test runs in Node, whose types a console has no use for. */
const { process } = globalThis as unknown as {
  readonly process: { cpuUsage(since?: object): { readonly user: number; readonly system: number } }
}

/** The answer for six hours with a point a second, as text. */
function answerText(part: number): string {
  const blocks: number[][] = []
  for (let start = 0; start < partPoints; start += blockPoints)
    blocks.push(
      packPoints(
        Array.from({ length: Math.min(blockPoints, partPoints - start) }, (_, index) => {
          const second = part * partPoints + start + index
          const lngE6 = 120_000_000 + Math.round(Math.sin(second / 300) * 9_000)
          const pace = { speedDkmh: second % 1_400, headingDeg: second % 360 }
          return { timeS: beginS + second, latE6: 24_000_000 + second * 10, lngE6, ...pace }
        }),
      ),
    )
  return JSON.stringify(blocks)
}

it('a day with a point a second is taken in parts, each a moment of work for the page', () => {
  const texts = [0, 1, 2, 3].map(answerText)
  const track = new TrackBuilder({ deviceId: 'van', beginS, endS: beginS + 86_399 })
  const workMs = texts.map((text) => {
    const before = process.cpuUsage()
    track.add(unpackTrack(packedTrackSchema.parse(JSON.parse(text))))
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  const whole = track.end()
  expect(whole?.count).toBe(86_400)
  expect(whole?.hours.every(({ from, to }) => to - from === 3_600)).toBe(true)
  // By processor time, so that a busy machine says the same: half of them, since one may be held up by the collector.
  const [, second = 0] = workMs.toSorted((a, b) => a - b)
  expect(second).toBeLessThan(100)
})
