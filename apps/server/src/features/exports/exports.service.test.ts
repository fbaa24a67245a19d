import { setImmediate as turn } from 'node:timers/promises'
import { createManualClock, until } from '@fleetglass/testkit'
import { describe, expect, it } from 'vitest'
import { errorCode } from '../../../test/failures.ts'
import { createLog } from '../../platform/log/index.ts'
import type { Clip, CutProgress } from '../../services/recordings/index.ts'
import { createExports, MAKING_AN_ACCOUNT, READ_AN_ACCOUNT, type Wanted } from './exports.service.ts'

const START_MS = Date.UTC(2026, 8, 1, 12)
const video = { byteLength: 9, startMs: 0, endMs: START_MS, async *read() {} } as unknown as Clip

/** A recorder whose cuts end when the test says so. */
function site() {
  const clock = createManualClock(START_MS)
  const cuts: {
    readonly channel: number
    progress(progress: CutProgress): void
    end(result: Clip | null | Error): void
  }[] = []
  const recorder = {
    cut: (_key: number, channel: number, _range: object, progress: (progress: CutProgress) => void) =>
      new Promise<Clip | null>((resolve, reject) => {
        cuts.push({ channel, progress, end: (result) => (result instanceof Error ? reject(result) : resolve(result)) })
      }),
  }
  const exports = createExports({ clock, log: createLog('silent'), cuts: recorder })
  const wanted = (channel = 1, endMs = START_MS - 1000): Wanted => ({ deviceKey: 1, channel, startMs: 0, endMs })
  /** The answer of a question that is not ready at once. */
  const asked = async (of: Wanted, account = 'anna') => {
    const answer = exports.ask(account, of)
    await Promise.resolve()
    clock.advance(250)
    return answer
  }
  return { clock, cuts, exports, wanted, asked, begun: (count: number) => until('begun', () => cuts.length >= count) }
}

describe('MP4 files that are made and cached', () => {
  it('[MP4-31] [MP4-06] collected is BACKUP, written is CREATE, and each can fail; a failure is reported once', async () => {
    const { cuts, exports, wanted, asked, begun } = site()
    expect(await asked(wanted())).toEqual({ kind: 'making', step: 'BACKUP', percent: 0 })
    await begun(1)
    cuts[0]?.progress({ step: 'collect', part: 0.5 })
    expect(await asked(wanted())).toEqual({ kind: 'making', step: 'BACKUP', percent: 50 })
    cuts[0]?.progress({ step: 'create', part: 0 })
    expect(await asked(wanted())).toEqual({ kind: 'making', step: 'CREATE', percent: 0 })
    cuts[0]?.end(new Error('no memory'))
    // It fails between two questions.
    await turn()
    expect(await exports.ask('anna', wanted())).toEqual({ kind: 'failed', step: 'CREATE' })
    const again = exports.ask('anna', wanted())
    await begun(2)
    cuts[1]?.end(video)
    expect(await again).toMatchObject({ kind: 'ready' })
    expect(cuts).toHaveLength(2)
    await exports.close()
  })

  it('a failure that no client requests for a minute is forgotten', async () => {
    const { clock, cuts, exports, wanted, asked, begun } = site()
    await asked(wanted())
    await begun(1)
    cuts[0]?.end(null)
    await turn()
    clock.advance(60_000)
    expect(await asked(wanted())).toEqual({ kind: 'making', step: 'BACKUP', percent: 0 })
    await begun(2)
    cuts[1]?.end(video)
    await exports.close()
  })

  it('[MP4-31] caches an MP4 file for ten minutes for all users, and one of a running recording for seconds', async () => {
    const { clock, cuts, exports, wanted, begun } = site()
    const first = exports.ask('anna', wanted())
    await begun(1)
    cuts[0]?.end(video)
    await first
    clock.advance(9 * 60_000)
    expect(await exports.ask('bert', wanted())).toMatchObject({ kind: 'ready' })
    expect(cuts).toHaveLength(1)
    clock.advance(60_000)
    const late = exports.ask('anna', wanted())
    await begun(2)
    cuts[1]?.end(video)
    await late
    const going = wanted(1, clock.nowMs() + 60_000)
    const now = exports.ask('anna', going)
    await begun(3)
    cuts[2]?.end(video)
    await now
    expect(await exports.ask('anna', going)).toMatchObject({ kind: 'ready' })
    clock.advance(6_000)
    const more = exports.ask('anna', going)
    await begun(4)
    cuts[3]?.end(video)
    expect(await more).toMatchObject({ kind: 'ready' })
    await exports.close()
  })

  it('two are made at once, an account may have eight, and as many downloads; others are not held up', async () => {
    const { cuts, exports, wanted, asked, begun } = site()
    for (let channel = 1; channel <= MAKING_AN_ACCOUNT; channel++) {
      expect(await asked(wanted(channel))).toMatchObject({ kind: 'making' })
    }
    expect(cuts).toHaveLength(2)
    expect(await asked(wanted(100))).toMatchObject({ kind: 'busy', error: { code: errorCode('too-many-exports') } })
    expect(await asked(wanted(101), 'bert')).toMatchObject({ kind: 'making' })
    for (let made = 0; made <= MAKING_AN_ACCOUNT; made++) {
      await begun(made + 1)
      cuts[made]?.end(video)
    }
    const readings = []
    for (let n = 0; n < READ_AN_ACCOUNT; n++) readings.push(await exports.read('anna', wanted()))
    expect(readings.every(({ kind }) => kind === 'reading')).toBe(true)
    const rejected = await exports.read('anna', wanted())
    expect(rejected).toMatchObject({ kind: 'busy', error: { code: errorCode('too-many-downloads') } })
    const other = await exports.read('bert', wanted())
    expect(other.kind).toBe('reading')
    for (const reading of readings) if (reading.kind === 'reading') reading.end()
    expect((await exports.read('anna', wanted())).kind).toBe('reading')
    await exports.close()
  })
})
