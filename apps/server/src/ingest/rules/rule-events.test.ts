import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { positionMessage } from '../../../test/devices/device-client.ts'
import { eastOf, TOWN } from '../../../test/devices/driven-device.ts'
import {
  ACC_OFF,
  createRulesSites,
  depot,
  GROUP_MS,
  type Reported,
  receive,
  report,
  statesOf,
  VAN,
} from '../../../test/rules/rules-site.ts'
import type { RuleDraft } from '../../services/areas/areas.types.ts'
import { EVENT_RATE } from './event-rate.ts'

const sites = createRulesSites()
const site = () => sites.open()
afterEach(() => sites.closeAll())
afterAll(() => sites.remove())

describe('what a position raises', () => {
  it('[FENCE-28] an event with the title of the fence, at the place and the time of the border', async () => {
    const { alone, clock, received, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-500))
    await report(clock, alone, nowS + 100, TOWN)
    await report(clock, alone, nowS + 200, eastOf(500), { isStored: true })
    const byServer = { byServer: true, fenceName: 'depot', call: false, change: 'new' }
    const common = { deviceKey: VAN, deviceId: '7', name: 'depot', memo: '', ...byServer }
    expect(received).toEqual([
      {
        ...common,
        serial: 1,
        code: 51,
        timeS: nowS + 40,
        late: false,
        place: expect.objectContaining({ speedKmh: 40 }),
      },
      {
        ...common,
        serial: 2,
        code: 52,
        timeS: nowS + 160,
        late: true,
        place: expect.objectContaining({ speedKmh: 40 }),
      },
    ])
    const borders = received.map(({ place }) => place?.lngE6)
    for (const [at, east] of [-300, 300].entries())
      expect(Math.abs((borders[at] as number) - eastOf(east).lng * 1e6)).toBeLessThan(20)
  })

  it('overspeed by the limit of the site or by the alarm bit of the device, and its end', async () => {
    const { alone, clock, received, nowS } = await site()
    const driving: Reported[] = [{}, { speedKmh: 101 }, { speedKmh: 90 }, { alarmBits: 0b10 }, {}]
    for (const [at, one] of driving.entries()) await report(clock, alone, nowS + at, eastOf(900), one)
    const place = (speedKmh: number) => expect.objectContaining({ speedKmh })
    expect(received).toMatchObject([
      { code: 15, change: 'new', name: '', memo: '101 km/h', place: place(101) },
      { code: 15, change: 'cover', name: '', memo: '90 km/h', place: place(90) },
      { code: 15, change: 'new', memo: '40 km/h', place: place(40) },
      { code: 15, change: 'cover', memo: '40 km/h' },
    ])
  })

  /** Item 0x70 of a device that reports this kind of harsh driving. */
  const harsh = (type: number): Reported => {
    return { items: [{ id: 0x70, value: Uint8Array.of(0, 0, 0, 1, 0, type, ...new Uint8Array(41)) }] }
  }
  const idles = ['new Idle 10 min', 'cover Idle 11 min']
  it.each<[string, Reported, string[]]>([
    ['idle after its minutes with the engine on, and its end', {}, idles],
    ['idle beside a device that reports something else', harsh(2), idles],
    ['no idle with the engine off', { statusBits: ACC_OFF }, []],
    ['no idle where the device reports it itself', harsh(4), []],
  ])('%s', async (_title, reported, expected) => {
    const { alone, clock, received, nowS } = await site()
    for (const minute of [0, 5, 10]) {
      clock.setWallClock((nowS + minute * 60) * 1000)
      await report(clock, alone, nowS + minute * 60, eastOf(900), { speedKmh: 0, ...reported })
    }
    await report(clock, alone, nowS + 660, eastOf(900), { ...reported, items: [] })
    const ofRules = received.filter(({ code, memo }) => code === 16 && memo.endsWith('min'))
    expect(ofRules.map(({ change, name, memo }) => `${change} ${name} ${memo}`)).toEqual(expected)
  })

  it('nothing without a place or with a clock that was wrong, and what the device reports is passed on', async () => {
    const { alone, clock, received, nowS, data } = await site()
    const { body } = positionMessage(nowS)
    const place = { latE6: 1, lngE6: 1, speedKmh: 0 }
    const signal = (over: object, seen: object) =>
      alone.position(alone.device(VAN), { ...body, ...over }, { timeS: nowS, place, isStored: false, ...seen })
    expect(signal({}, { place: null })).toBe(null)
    expect(signal({ localTimeS: null }, {})).toBe(null)
    expect(signal({ localTimeS: body.localTimeS + 60 }, {})).toBe(null)
    expect(await statesOf({ data })).toEqual([])
    const sos = signal({ alarmBits: 1 }, { place: null })
    clock.advance(GROUP_MS)
    await sos
    expect(received).toMatchObject([{ code: expect.any(Number), change: 'new', place: null }])
    expect(received).toHaveLength(1)
  })

  it('both what a rule and what the device itself says, and waits for both', async () => {
    const { alone, clock, received, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-500))
    await report(clock, alone, nowS + 10, TOWN, { alarmBits: 1 })
    expect(received.map(({ code }) => code)).toContain(51)
    expect(received).toHaveLength(2)
  })

  it('is acknowledged at once when nothing happened and the device is known', async () => {
    const { alone, clock, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-500))
    expect(receive(alone, nowS + 10, eastOf(-501))).toBe(null)
    expect(receive(alone, nowS + 10, eastOf(-501))).toBe(null)
    expect(receive(alone, nowS + 5, TOWN)).toBe(null)
  })

  it('again, which came before its first copy was on disk, waits for it', async () => {
    const { alone, clock, received, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-500))
    const first = receive(alone, nowS + 10, TOWN)
    const again = receive(alone, nowS + 10, TOWN)
    expect(again).not.toBeNull()
    clock.advance(GROUP_MS)
    await again
    expect(received).toHaveLength(1)
    await first
    expect(received).toHaveLength(1)
  })

  it('is bounded for a device, which is counted, and the rest follows when it may raise more', async () => {
    const { alone, clock, received, nowS } = await site()
    const more = 15
    for (let slot = 1; slot < EVENT_RATE.burst + more; slot++) await alone.rules.save({ ...depot, slot })
    await report(clock, alone, nowS, eastOf(-500))
    await report(clock, alone, nowS + 10, TOWN)
    expect(received).toHaveLength(EVENT_RATE.burst)
    expect(await alone.metrics.text()).toContain(`fleetglass_rules_held_total{reason="flood"} ${more}`)
    await report(clock, alone, nowS + 300, TOWN)
    expect(received.map(({ code }) => code)).toEqual(Array.from({ length: EVENT_RATE.burst + more }, () => 51))
  })

  it('is not acknowledged while the events are full, and is raised when it comes again', async () => {
    const { alone, clock, nowS } = await site()
    await report(clock, alone, nowS, eastOf(-500))
    await alone.events.close()
    await expect(receive(alone, nowS + 10, TOWN)).rejects.toThrow('the event log takes no more')
    expect(await alone.metrics.text()).toContain('fleetglass_rules_held_total{reason="full"} 1')
    await expect(receive(alone, nowS + 10, TOWN)).rejects.toThrow('the event log takes no more')
  })
})

describe('rules', () => {
  it('are found by family and slot, lowest slot first', async () => {
    const { alone } = await site()
    const { rules } = alone
    const second = await rules.save({ ...depot, slot: 12, title: 'yard' })
    const between = await rules.save({ ...depot, slot: 3, title: 'gate' })
    const route = await rules.save({ ...depot, family: 'route', slot: 3, title: 'way' })
    expect(rules.list('fence').map(({ title }) => title)).toEqual(['depot', 'gate', 'yard'])
    expect(rules.list('route')).toEqual([route])
    expect([rules.get('fence', 12), rules.get('fence', 3), rules.get('fence', 4)]).toEqual([second, between, undefined])
    expect(await alone.metrics.text()).toMatch(/fleetglass_rules_watched 4\n/)
    expect(await rules.remove('fence', 3)).toBe(true)
    expect(await rules.remove('fence', 3)).toBe(false)
    expect(rules.list('fence').map(({ title }) => title)).toEqual(['depot', 'yard'])
    expect(await alone.metrics.text()).toMatch(/fleetglass_rules_watched 3\n/)
  })

  it('are made when the saves before are done; one that cannot be made keeps nobody else from saving', async () => {
    const { alone } = await site()
    const { rules } = alone
    const next = () => ({ ...depot, slot: rules.list('fence').length, title: 'next' })
    const reject = (): RuleDraft => {
      throw new Error('no such device')
    }
    const [first, rejected, last] = [rules.save(next), rules.save(reject), rules.save(next)]
    await expect(rejected).rejects.toThrow('no such device')
    expect([(await first).slot, (await last).slot]).toEqual([1, 2])
  })

  it('are loaded at the next start; one that was saved anew or removed is judged as it is now', async () => {
    const { alone, clock, start, stop, received, nowS } = await site()
    await alone.rules.save({ ...depot, slot: 1, title: 'yard', figure: { kind: 'circle', ...TOWN, radiusM: 100 } })
    await stop(alone)
    const again = await start()
    expect(again.rules.list('fence').map(({ title }) => title)).toEqual(['depot', 'yard'])
    await report(clock, again, nowS + 1, eastOf(-500))
    await again.rules.remove('fence', 0)
    await report(clock, again, nowS + 100, TOWN)
    expect(received.map(({ name }) => name)).toEqual(['yard'])
    await again.rules.save({ ...depot, slot: 1, title: 'shed' })
    await report(clock, again, nowS + 200, eastOf(10))
    await report(clock, again, nowS + 300, eastOf(500))
    expect(received.map(({ code, name }) => `${code} ${name}`)).toEqual(['51 yard', '52 shed'])
  })
})
