import { type Area, circleArea, DRIVING_KMH, type Place, placeFrom, SILENCE_S } from '@fleetglass/geo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eastOf, TOWN } from '../../../test/devices/driven-device.ts'
import type { Rule } from '../../services/areas/areas.types.ts'
import { freshState } from './device-state.ts'
import { crossings, evaluate, type Report } from './evaluate.ts'
import type { Limits } from './rules.types.ts'
import { WatchList } from './watch-list.ts'

const DEVICE = 7
const circle = (id: number, east: number, over: Partial<Rule> = {}): Rule => ({
  id,
  family: 'fence',
  slot: id,
  title: `fence ${id}`,
  enabled: true,
  raisesOnEnter: true,
  raisesOnLeave: true,
  savedS: 0,
  figure: { kind: 'circle', ...eastOf(east), radiusM: 300 },
  deviceKeys: [DEVICE],
  ...over,
})

/** Drives one device by one law; answers what has happened at each position. */
function drive(rules: readonly Rule[], limits: Partial<Limits> = {}) {
  let context = {
    watched: new WatchList(rules),
    newestRule: Math.max(0, ...rules.map(({ id }) => id)),
    mayRaise: () => true,
    limits: { overspeedKmh: 0, idleMinutes: 0, ...limits },
  }
  let state: ReturnType<typeof freshState> | null = null
  const whole = (timeS: number, { lat, lng }: Place, over: Partial<Report> = {}) => {
    const fix = { timeS, latE6: Math.round(lat * 1e6), lngE6: Math.round(lng * 1e6) }
    const report = {
      ...fix,
      speedKmh: 40,
      accOn: true,
      saysTooFast: false,
      saysIdle: false,
      isStored: false,
      ...over,
    }
    const isNext = state !== null
    state ??= freshState(DEVICE, fix)
    return evaluate(state, report, context, isNext)
  }
  return {
    /** What has happened with all that is known of it. */
    whole,
    at: (timeS: number, place: Place, over: Partial<Report> = {}) =>
      whole(timeS, place, over).map(({ what, title, timeS: at }) => `${what} ${title}@${at}`.replace(' @', '@')),
    within: () => [...(state?.within ?? [])],
    change(next: readonly Rule[]) {
      context = { ...context, watched: new WatchList(next), newestRule: Math.max(0, ...next.map(({ id }) => id)) }
    },
    mayRaise(may: boolean) {
      context = { ...context, mayRaise: () => may }
    },
  }
}

describe('a position', () => {
  it('after hours of silence is compared with the state before them, and nothing of its way', () => {
    const van = drive([circle(1, 0), circle(2, 1_000)])
    van.at(1_000, eastOf(-1_000))
    expect(van.at(1_000 + SILENCE_S + 1, eastOf(1_000))).toEqual([`enters fence 2@${1_001 + SILENCE_S}`])
    expect(van.at(50_000, eastOf(2_000))).toEqual(['leaves fence 2@50000'])
  })

  it('is the end of a way from the one before, unless that is too long ago or too far away', () => {
    const begin = 1_790_000_000
    const passed = (seconds: number, east: number) => {
      const van = drive([circle(1, 0)])
      van.at(begin, eastOf(-1_000))
      return van.at(begin + seconds, eastOf(east)).map((line) => line.split(' ')[0])
    }
    expect(passed(60, 1_000)).toEqual(['enters', 'leaves'])
    expect(passed(SILENCE_S, 1_000)).toEqual(['enters', 'leaves'])
    expect(passed(SILENCE_S + 1, 1_000)).toEqual([])
    // 101 metres a second is a jump.
    expect(passed(100, 8_900)).toEqual(['enters', 'leaves'])
    expect(passed(100, 9_100)).toEqual([])
  })

  it('goes through what lies on its way in the order of the way', () => {
    const van = drive([circle(1, 2_000), circle(2, 0), circle(3, 9_000)])
    van.at(0, eastOf(-500))
    expect(van.at(100, eastOf(2_500)).map((line) => line.split('@')[0])).toEqual([
      ...['enters fence 2', 'leaves fence 2', 'enters fence 1', 'leaves fence 1'],
    ])
    expect(van.at(200, eastOf(-500)).map((line) => line.split('@')[0])).toEqual([
      ...['enters fence 1', 'leaves fence 1', 'enters fence 2', 'leaves fence 2'],
    ])
  })

  it('crosses a border at the time and the place between the two positions', () => {
    const van = drive([circle(1, 0)])
    van.at(1_000, eastOf(-500))
    const border = eastOf(-300)
    expect(van.whole(1_100, TOWN)).toEqual([
      {
        what: 'enters',
        title: 'fence 1',
        memo: '',
        timeS: 1_040,
        latE6: expect.toSatisfy((latE6: number) => Math.abs(latE6 - border.lat * 1e6) < 20),
        lngE6: expect.toSatisfy((lngE6: number) => Math.abs(lngE6 - border.lng * 1e6) < 20),
      },
    ])
  })

  it('[FENCE-28] raises what its rule reports: entering, leaving, both or nothing', () => {
    const passed = (notified: Pick<Rule, 'raisesOnEnter' | 'raisesOnLeave'>) => {
      const van = drive([circle(1, 0, notified)])
      van.at(0, eastOf(-1_000))
      return van.at(60, eastOf(1_000)).map((line) => line.split(' ')[0])
    }
    expect(passed({ raisesOnEnter: true, raisesOnLeave: false })).toEqual(['enters'])
    expect(passed({ raisesOnEnter: false, raisesOnLeave: true })).toEqual(['leaves'])
    expect(passed({ raisesOnEnter: false, raisesOnLeave: false })).toEqual([])
  })

  it('says nothing at once of a rule that is new to it, nor of one that was saved after it', () => {
    const van = drive([circle(1, 0)])
    van.at(100, eastOf(0))
    van.change([circle(2, 0, { savedS: 150 })])
    expect(van.at(140, eastOf(0))).toEqual([])
    expect(van.at(160, eastOf(0))).toEqual([])
    expect(van.at(180, eastOf(600))).toEqual(['leaves fence 2@170'])
  })

  it('from before a rule was saved says nothing of where the device is for that rule', () => {
    const van = drive([circle(1, 9_000)])
    van.at(100, eastOf(0))
    van.change([circle(2, 0, { savedS: 150 })])
    expect([van.at(140, eastOf(0)), van.at(160, eastOf(900)), van.at(180, eastOf(950))]).toEqual([[], [], []])
  })

  it('says nothing of a rule that was saved meanwhile, although the position before it bears a later time', () => {
    const van = drive([circle(1, 9_000)])
    van.at(120, eastOf(-900))
    van.change([circle(2, 0, { savedS: 110 })])
    expect(van.at(140, eastOf(0))).toEqual([])
    expect(van.at(160, eastOf(900)).map((line) => line.split('@')[0])).toEqual(['leaves fence 2'])
  })

  it('in the corner of the box around a circle is outside the circle', () => {
    const van = drive([circle(1, 0)])
    van.at(0, placeFrom(TOWN, 45, 400))
    expect(van.within()).toEqual([])
    expect(van.at(60, eastOf(2_000))).toEqual([])
  })

  it('finds what it was in although its box is far away, and forgets what is not watched any more', () => {
    const van = drive([circle(1, 0)])
    van.at(0, eastOf(0))
    expect(van.at(10_000, eastOf(30_000))).toEqual(['leaves fence 1@10000'])
    van.at(20_000, eastOf(0))
    expect(van.within()).toEqual([1])
    van.change([])
    expect(van.at(30_000, eastOf(30_000))).toEqual([])
    expect(van.within()).toEqual([])
  })

  it('a transition that may not be reported has not happened, until a later one may report it', () => {
    const van = drive([circle(1, 0)])
    van.at(0, eastOf(-1_000))
    van.mayRaise(false)
    expect(van.at(60, eastOf(0))).toEqual([])
    van.mayRaise(true)
    expect(van.at(61, eastOf(0))).toEqual(['enters fence 1@60'])
    van.mayRaise(false)
    expect(van.at(120, eastOf(1_000))).toEqual([])
    van.mayRaise(true)
    expect(van.at(180, eastOf(2_000))).toEqual(['leaves fence 1@120'])
  })

  it('over the 180th meridian is no way around the earth, and a circle there is found from both sides', () => {
    const centre = { lat: 10, lng: 179.999 }
    const figure = { kind: 'circle', ...centre, radiusM: 1_000 } as const
    const onTheWayAround = { kind: 'circle', lat: 10, lng: 5, radiusM: 1_000 } as const
    const van = drive([circle(1, 0, { figure }), circle(2, 0, { figure: onTheWayAround })])
    van.at(0, { lat: 10, lng: 179.9 })
    expect(van.at(300, { lat: 10, lng: -179.996 })).toEqual(['enters fence 1@300'])
    expect(van.at(600, { lat: 10, lng: -179.9 })).toEqual([expect.stringMatching(/^leaves fence 1/)])
  })

  it('crossings begin with what was known and end with what is so, whatever the way says', () => {
    const near = fc.integer({ min: -900, max: 900 }).map(eastOf)
    const area = circleArea(TOWN, 300)
    fc.assert(
      fc.property(fc.boolean(), fc.option(near), near, (was, from, to) => {
        const found = crossings(area, was, from, to)
        expect(found.map(({ enters }) => enters)).toEqual(found.map((_, n) => (n % 2 === 0 ? !was : was)))
        expect(found.length % 2 === 0 ? was : !was).toBe(area.contains(to))
      }),
    )
  })
})

describe('a border that arithmetic and position see differently', () => {
  const place = { lat: 1, lng: 1 }
  const area = (isIn: boolean, spans: ReturnType<Area['spans']>): Area => ({
    box: { south: 0, north: 2, west: 0, east: 2 },
    contains: () => isIn,
    spans: () => spans,
  })
  it('is crossed at the end of the way when the position is on the other side than the way', () => {
    expect(crossings(area(true, []), false, place, place)).toEqual([{ share: 1, enters: true }])
    expect(crossings(area(false, [{ from: 0, to: 1 }]), true, place, place)).toEqual([{ share: 1, enters: false }])
  })

  it('is crossed at the begin of the way when the way begins on the other side than was known', () => {
    const way = area(true, [{ from: 0.25, to: 1 }])
    expect(crossings(way, true, place, place)).toEqual([
      { share: 0, enters: false },
      { share: 0.25, enters: true },
    ])
  })
})

describe('too fast', () => {
  it('says how fast, when it begins and when it ends', () => {
    const van = drive([], { overspeedKmh: 100 })
    van.at(0, eastOf(0))
    const [latE6, lngE6] = [eastOf(50).lat, eastOf(50).lng].map((degrees) => Math.round(degrees * 1e6))
    const at = { latE6, lngE6, title: '' }
    expect([10, 20].flatMap((timeS) => van.whole(timeS, eastOf(50), { speedKmh: 130.6 - 4 * timeS }))).toEqual([])
    expect(van.whole(30, eastOf(50), { speedKmh: 130.6 })).toEqual([
      { ...at, what: 'too-fast', timeS: 30, memo: '131 km/h' },
    ])
    expect(van.whole(40, eastOf(50), { speedKmh: 80.2 })).toEqual([
      { ...at, what: 'fast-no-more', timeS: 40, memo: '80 km/h' },
    ])
  })

  it('is raised later when too much was raised before, if it is still so', () => {
    const van = drive([], { overspeedKmh: 100 })
    van.mayRaise(false)
    expect(van.at(0, TOWN, { speedKmh: 130 })).toEqual([])
    van.mayRaise(true)
    expect(van.at(10, TOWN, { speedKmh: 120 })).toEqual(['too-fast@10'])
  })

  it('is reported once from the limit on, and over 5 km/h below it', () => {
    const van = drive([], { overspeedKmh: 100 })
    const at = (timeS: number, speedKmh: number) => van.at(timeS, TOWN, { speedKmh })
    expect([at(0, 99), at(1, 100), at(2, 130), at(3, 96), at(4, 101), at(5, 95), at(6, 99)]).toEqual([
      ...[[], ['too-fast@1'], [], [], [], ['fast-no-more@5'], []],
    ])
  })

  it('is reported once where the device and the server say it both', () => {
    const van = drive([], { overspeedKmh: 100 })
    const at = (timeS: number, speedKmh: number, saysTooFast: boolean) => van.at(timeS, TOWN, { speedKmh, saysTooFast })
    expect([at(0, 85, true), at(1, 110, true), at(2, 110, false), at(3, 80, true), at(4, 80, false)]).toEqual([
      ...[['too-fast@0'], [], [], [], ['fast-no-more@4']],
    ])
  })

  it('has no limit of the server where it is 0', () => {
    const van = drive([])
    expect(van.at(0, TOWN, { speedKmh: 300 })).toEqual([])
    expect(van.at(1, TOWN, { saysTooFast: true })).toEqual(['too-fast@1'])
    expect(van.at(2, TOWN, { speedKmh: 300 })).toEqual(['fast-no-more@2'])
  })
})

describe('idle', () => {
  const stop = (van: ReturnType<typeof drive>, timeS: number, over: Partial<Report> = {}) =>
    van.at(timeS, TOWN, { speedKmh: 0, ...over })

  it('is reported once after its minutes with the engine on, and its end', () => {
    const van = drive([], { idleMinutes: 10 })
    for (let timeS = 1_000; timeS < 1_600; timeS += 60) expect(stop(van, timeS)).toEqual([])
    expect(stop(van, 1_600)).toEqual(['idle@1600'])
    expect(stop(van, 5_000)).toEqual([])
    expect(van.at(5_060, eastOf(100))).toEqual(['idle-no-more@5060'])
  })

  it('says for how many minutes, also over hours without a report', () => {
    const van = drive([], { idleMinutes: 10 })
    for (let timeS = 1_000; timeS < 1_600; timeS += 60) stop(van, timeS)
    expect(van.whole(1_600, TOWN, { speedKmh: DRIVING_KMH })).toMatchObject([
      { what: 'idle', title: '', memo: '10 min', timeS: 1_600 },
    ])
    expect(stop(van, 1_600 + SILENCE_S + 500)).toEqual([])
    const endS = 1_600 + SILENCE_S + 560
    expect(van.whole(endS, eastOf(100))).toMatchObject([
      { what: 'idle-no-more', title: '', memo: `${Math.round((endS - 1_000) / 60)} min`, timeS: endS },
    ])
  })

  it('reports each stop', () => {
    const van = drive([], { idleMinutes: 10 })
    for (const beginS of [1_000, 5_000]) {
      stop(van, beginS)
      expect(stop(van, beginS + 600)).toEqual([`idle@${beginS + 600}`])
      expect(van.at(beginS + 660, eastOf(100))).toEqual([`idle-no-more@${beginS + 660}`])
    }
  })

  it('is not where the site has set no minutes', () => {
    const van = drive([])
    for (let timeS = 1_000; timeS < 9_000; timeS += 600) expect(stop(van, timeS)).toEqual([])
  })

  it('goes on over a silence as long as one may be', () => {
    const van = drive([], { idleMinutes: 10 })
    stop(van, 1_000)
    expect(stop(van, 1_000 + SILENCE_S)).toEqual([`idle@${1_000 + SILENCE_S}`])
  })

  it('ends later when too much was raised before; a stop that was not reported ends at once', () => {
    const van = drive([], { idleMinutes: 10 })
    stop(van, 1_000)
    van.mayRaise(false)
    expect(van.at(1_500, eastOf(100))).toEqual([])
    van.mayRaise(true)
    expect([stop(van, 1_560), stop(van, 2_100), stop(van, 2_160)]).toEqual([[], [], ['idle@2160']])
    van.mayRaise(false)
    expect(van.at(2_200, eastOf(100))).toEqual([])
    van.mayRaise(true)
    expect(van.at(2_210, eastOf(200))).toEqual(['idle-no-more@2210'])
  })

  it('that was reported ends as reported, also when the device reports it itself meanwhile', () => {
    const van = drive([], { idleMinutes: 10 })
    stop(van, 1_000)
    stop(van, 1_600)
    expect(stop(van, 1_660, { saysIdle: true })).toEqual([])
    expect(van.at(1_700, eastOf(100))).toEqual(['idle-no-more@1700'])
  })

  it('is neither a stop with the engine off nor time without reports', () => {
    const van = drive([], { idleMinutes: 10 })
    for (let timeS = 100; timeS <= 1_300; timeS += 60) expect(stop(van, timeS, { accOn: false })).toEqual([])
    stop(van, 2_000)
    expect(stop(van, 2_000 + SILENCE_S + 1)).toEqual([])
    expect(stop(van, 2_700)).toEqual([])
  })

  it("is not reported in addition to the device's own report", () => {
    const van = drive([], { idleMinutes: 10 })
    stop(van, 1_000)
    stop(van, 1_300, { saysIdle: true })
    expect(stop(van, 1_600)).toEqual([])
    expect(van.at(1_660, eastOf(100))).toEqual([])
  })
})

describe('what is watched', () => {
  it('is found by place for its devices alone', () => {
    const places = Array.from({ length: 200 }, (_, n) => placeFrom(TOWN, (n * 37) % 360, n * 60))
    const rules = places.map((place, n) =>
      circle(n + 1, 0, {
        figure: { kind: 'circle', ...place, radiusM: 200 },
        deviceKeys: n % 3 === 0 ? [1, 900] : [900],
      }),
    )
    const list = new WatchList(rules)
    for (const [n, { lat, lng }] of places.entries()) {
      const box = { south: lat, north: lat, west: lng, east: lng }
      expect(list.near(900, box).some(({ rule }) => rule.id === n + 1)).toBe(true)
      expect(list.near(1, box).some(({ rule }) => rule.id === n + 1)).toBe(n % 3 === 0)
      expect(list.near(2, box)).toEqual([])
    }
  })
})
