import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeviceCauses } from './causes.ts'
import { causeOf, type Reported } from './reported.ts'

const ALARM = causeOf('alarm:a', { code: 750 })
const STEP_MS = 200_000
const SETTLED_MS = 61_000

/** A device of which positions come in any order: `on` is whether it has the alarm. What it raises: `+` or `-` and the time. */
function setUp() {
  const raised: { change: string; atMs: number }[] = []
  const causes = new DeviceCauses(0)
  let nowMs = 0
  const sink = {
    raise: (change: string, _: unknown, at: { atMs: number }) => raised.push({ change, atMs: at.atMs }) > 0,
    suppressed: () => undefined,
  }
  const report = (atMs: number, reported: Partial<Reported>): void => {
    const whole: Reported = { on: [], byRules: [], by: new Set(['alarm']), moments: [], ...reported }
    const at = { atMs, nowMs, place: null }
    if (atMs < causes.newestMs) causes.evaluateLate(whole, at, sink)
    else causes.evaluate(whole, at, sink)
  }
  return {
    raised,
    report,
    position: (atMs: number, on: boolean) => report(atMs, { on: on ? [ALARM] : [] }),
    /** Time goes on, and another position without the alarm comes. */
    settle(atMs: number) {
      nowMs += SETTLED_MS
      report(atMs, {})
    },
    texts: () => raised.map(({ change, atMs }) => `${change === 'new' ? '+' : '-'}${atMs / 1000}`),
  }
}

describe('positions that arrive after newer ones', () => {
  it('[D2] a late alarm is raised at its own time, and its end where a late position shows it', () => {
    const { position, texts } = setUp()
    for (const atMs of [1_000, 3_601_000]) position(atMs, false)
    position(600_000, true)
    position(900_000, true)
    position(1_200_000, false)
    position(1_500_000, false)
    expect(texts()).toEqual(['+600', '-1200'])
  })

  it('[D2] a late alarm between two positions a few seconds apart is raised, once however often it comes', () => {
    const { position, settle, texts } = setUp()
    for (const atMs of [1_000, 6_000, 11_000]) position(atMs, false)
    for (let n = 0; n < 3; n++) position(8_000, true)
    expect(texts()).toEqual(['+8'])
    settle(100_000)
    settle(101_000)
    expect(texts()).toEqual(['+8', '-11'])
  })

  it('[D2] an alarm that goes on before and after a gap is one, until a late position shows its end', () => {
    const { position, texts } = setUp()
    position(1_000, true)
    position(3_601_000, true)
    position(600_000, true)
    expect(texts()).toEqual(['+1'])
    position(1_200_000, false)
    expect(texts()).toEqual(['+1', '-1200', '+3601'])
    position(1_200_000, false)
    position(1_500_000, false)
    expect(texts()).toEqual(['+1', '-1200', '+3601'])
  })

  it('[D2] an alarm that only happens is raised for its own time, once, in whatever order it comes', () => {
    const { report, texts } = setUp()
    const moment = (atMs: number, id: number) =>
      report(atMs, { moments: [{ change: 'new', cause: causeOf(`dsm:2:${id}`, { code: 711 }) }] })
    moment(500_000, 1)
    moment(100_000, 2)
    moment(500_000, 1)
    report(600_000, {})
    moment(500_000, 1)
    moment(100_000, 2)
    moment(300_000, 1)
    expect(texts()).toEqual(['+500', '+100', '+300'])
  })

  it('[D2] any positions, some live and the rest late, each once or more: one beginning and one end of every alarm', () => {
    const position = fc.record({ on: fc.boolean(), isLate: fc.boolean(), isAgain: fc.boolean() })
    fc.assert(
      fc.property(fc.array(position, { minLength: 1, maxLength: 14 }), (positions) => {
        const { raised, position: say, settle } = setUp()
        const timed = positions.map((one, n) => ({ ...one, atMs: (n + 1) * STEP_MS }))
        const endMs = (positions.length + 1) * STEP_MS
        for (const { atMs, on, isLate } of timed) if (!isLate) say(atMs, on)
        say(endMs, false)
        const late = timed.filter(({ isLate }) => isLate)
        for (const { atMs, on } of late) say(atMs, on)
        for (const { atMs, on, isAgain } of late) if (isAgain) say(atMs, on)
        settle(endMs + 1)
        const alarms = timed.filter(({ on }, n) => on && timed[n - 1]?.on !== true)
        for (const { atMs: startMs } of alarms) {
          const offMs = timed.find(({ on, atMs }) => !on && atMs > startMs)?.atMs ?? endMs
          const next = timed.find(({ on, atMs }) => on && atMs > offMs)?.atMs ?? Number.POSITIVE_INFINITY
          const within = (change: string, fromMs: number, toMs: number) =>
            raised.filter((one) => one.change === change && one.atMs >= fromMs && one.atMs < toMs)
          expect(within('new', startMs, offMs)).toHaveLength(1)
          expect(within('cover', offMs, next)).toHaveLength(1)
        }
        expect(raised).toHaveLength(alarms.length * 2)
      }),
    )
  })
})
