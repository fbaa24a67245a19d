import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CauseSink, DeviceCauses, QUIET_MS, UNREPORTED_MS } from './causes.ts'
import { EVENT_RATE } from './event-limit.ts'
import { causeOf, EACH_TIME, type Reported } from './reported.ts'

/** A position that arrives at its own time. */
const at = (nowMs: number) => ({ atMs: nowMs, nowMs, place: null })

const cause = (key: string) => causeOf(key, { code: 15 })

/** A device whose positions are given by the keys that are on; what it raises as `+key` and `-key`. */
function setUp(takes = () => true) {
  const raised: string[] = []
  const suppressed: string[] = []
  const causes = new DeviceCauses(0)
  const sink: CauseSink = {
    raise(change, { key }) {
      if (!takes()) return false
      raised.push(`${change === 'new' ? '+' : '-'}${key}`)
      return true
    },
    suppressed: (why) => void suppressed.push(why),
  }
  const position = (nowMs: number, keys: readonly string[], by: readonly string[] = ['alarm']): void =>
    void causes.evaluate({ on: keys.map(cause), by: new Set(by), moments: [], byRules: [] }, at(nowMs), sink)
  const moment = (nowMs: number, change: 'new' | 'cover', key: string): void => {
    const reported: Reported = { on: [], by: new Set(), moments: [{ change, cause: cause(key) }], byRules: [] }
    causes.evaluate(reported, at(nowMs), sink)
  }
  return { raised, suppressed, causes, position, moment, sink }
}

describe('which conditions of a device are reported', () => {
  it('reports the edge of a cause, not the cause at each position', () => {
    const { raised, position } = setUp()
    position(0, [])
    for (let n = 1; n < 10; n++) position(n * 1000, ['alarm:a'])
    for (let n = 10; n < 20; n++) position(n * 1000, [])
    expect(raised).toEqual(['+alarm:a', '-alarm:a'])
  })

  it('an input that flaps causes two notices in half a minute, and ends with its last state reported', () => {
    const { raised, suppressed, position } = setUp()
    for (let ms = 0; ms < QUIET_MS; ms += 1000) position(ms, ms % 2000 === 0 ? ['alarm:a'] : [])
    expect(raised).toEqual(['+alarm:a', '-alarm:a'])
    expect(new Set(suppressed)).toEqual(new Set(['flapping']))
    position(QUIET_MS, ['alarm:a'])
    expect(raised).toEqual(['+alarm:a', '-alarm:a', '+alarm:a'])
  })

  it('a device that invents causes raises its bound and no more', () => {
    const { raised, suppressed, position } = setUp()
    for (let n = 0; n < 1000; n++) position(n, [`alarm:${n}`])
    expect(raised.filter((one) => one.startsWith('+'))).toHaveLength(EVENT_RATE.burst)
    expect(suppressed.filter((why) => why === 'flood')).toHaveLength(1000 - EVENT_RATE.burst)
    position(1000 + EVENT_RATE.refillMs, ['alarm:late'])
    expect(raised).toContain('+alarm:late')
  })

  it('the state of an item stays valid for a while when positions leave the item out', () => {
    const { raised, position } = setUp()
    position(0, ['loss:any'], ['alarm', 'loss'])
    position(UNREPORTED_MS - 1, [])
    expect(raised).toEqual(['+loss:any'])
    position(UNREPORTED_MS, [])
    expect(raised).toEqual(['+loss:any', '-loss:any'])
  })

  it('a cause that cannot be stored now is reported by a later position', () => {
    let takes = false
    const { raised, position } = setUp(() => takes)
    position(0, ['alarm:a'])
    takes = true
    position(1000, ['alarm:a'])
    takes = false
    position(2000, [])
    takes = true
    position(3000, [])
    expect(raised).toEqual(['+alarm:a', '-alarm:a'])
  })

  it('a begin and an end that the device reports itself count once, however often they are sent', () => {
    const { raised, moment } = setUp()
    for (let n = 0; n < 3; n++) moment(n, 'new', 'adas:1:7')
    for (let n = 3; n < 6; n++) moment(n, 'cover', 'adas:1:7')
    moment(6, 'new', 'adas:1:8')
    moment(7, 'cover', 'adas:1:6')
    expect(raised).toEqual(['+adas:1:7', '-adas:1:7', '+adas:1:8', '-adas:1:6'])
  })

  it('an instantaneous cause is forgotten when it may be reported again, and is reported each time', () => {
    const { raised, causes, sink } = setUp()
    for (let n = 0; n < 1000; n++) {
      causes.occurred(cause(EACH_TIME), at(n * EVENT_RATE.refillMs), sink)
      expect(causes.remembered).toBe(0)
    }
    expect(raised).toHaveLength(1000)
    const beginMs = 1000 * EVENT_RATE.refillMs
    for (let n = 0; n < 1000; n++) causes.occurred(cause(`report:${n}`), at(beginMs + n * EVENT_RATE.refillMs), sink)
    expect(causes.remembered).toBeLessThanOrEqual(EVENT_RATE.burst)
  })

  it('news and covers alternate, the bound holds, and finally the last state is reported', () => {
    const step = fc.record({ afterMs: fc.nat(20_000), on: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd')) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { raised, causes, position } = setUp()
        let nowMs = 0
        for (const { afterMs, on } of steps) {
          nowMs += afterMs
          const keys = on.map((key) => `alarm:${key}`)
          position(nowMs, keys)
        }
        const news = raised.filter((one) => one.startsWith('+')).length
        expect(news).toBeLessThanOrEqual(EVENT_RATE.burst + Math.floor(nowMs / EVENT_RATE.refillMs))
        const last = steps.at(-1)?.on.map((key) => `alarm:${key}`) ?? []
        for (let n = 1; n <= 4; n++) position(nowMs + n * QUIET_MS, last)
        for (const key of ['alarm:a', 'alarm:b', 'alarm:c', 'alarm:d']) {
          const own = raised.filter((one) => one.slice(1) === key).map((one) => one[0])
          expect(own).toEqual(own.map((_, n) => (n % 2 === 0 ? '+' : '-')))
          expect(own.at(-1) === '+').toBe(last.includes(key))
        }
        position(nowMs + 5 * QUIET_MS, [])
        position(nowMs + 7 * QUIET_MS, [])
        expect(causes.isQuiet).toBe(true)
      }),
    )
  })
})
