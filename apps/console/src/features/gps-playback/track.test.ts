import { packedTrackSchema, packPoints, unpackTrack } from '@fleetglass/contract/tracks'
import { expect, it } from 'vitest'
import { momentMs } from './gps-playback.fixtures.ts'
import { TrackBuilder } from './track.ts'

const partPoints = 21_600
const blockPoints = 2_000
const beginS = momentMs('00:00:00') / 1000

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

it('a day with a point a second is taken in parts, of which the last costs no more than the first', () => {
  const texts = [0, 1, 2, 3].map(answerText)
  const leastMs = texts.map(() => Number.POSITIVE_INFINITY)
  // Several times, and the least of each part: another program may hold up any single one.
  for (let time = 0; time < 5; time += 1) {
    const track = new TrackBuilder({ deviceId: 'van', beginS, endS: beginS + 86_399 })
    for (const [part, text] of texts.entries()) {
      const beginMs = performance.now()
      track.add(unpackTrack(packedTrackSchema.parse(JSON.parse(text))))
      leastMs[part] = Math.min(leastMs[part] ?? 0, performance.now() - beginMs)
    }
    const whole = track.end()
    expect(whole?.count).toBe(86_400)
    expect(whole?.hours.every(({ from, to }) => to - from === 3_600)).toBe(true)
  }
  // A part costs what its own points cost: with all that came before it the last would cost seven times as much.
  expect(leastMs.at(-1)).toBeLessThan(4 * (leastMs[0] ?? 0))
})
