import { EventCode, eventCatalogue, speedingCode } from '@fleetglass/contract/events'
import { alarmNames } from '@fleetglass/jt808'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Fleet, type SimulatedDevice, startFleet } from '../../../../simulator/src/index.ts'
import { DeviceClient, positionMessage } from '../../../test/devices/device-client.ts'
import { EventClient } from '../../../test/event-client.ts'
import { fastClock } from '../../../test/fast-clock.ts'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'
import {
  abnormalDrivingSources,
  adasSources,
  alarmSources,
  bsdSources,
  dsmSources,
  harshDrivingSources,
  type Source,
  videoAlarmSources,
} from '../../ingest/alarms/sources.ts'

// A busy machine must not be late for a login or a ping, which have some seconds of this clock.
const SPEED = 5
const VEHICLES = 9
const FIRST_ID = 13_800_138_001

const clock = fastClock(SPEED, Date.now())
let server: TestServer
let fleet: Fleet
let console: EventClient
const vehicle = (n: number): SimulatedDevice => fleet.devices[n] ?? fleet.devices[0]!
const newOf = (n: number, code: number) => console.next(code, 'new', vehicle(n).terminalId)
const coverOf = (n: number, code: number) => console.next(code, 'cover', vehicle(n).terminalId)

beforeAll(async () => {
  server = await startTestServer({ clock })
  const link = await server.login()
  for (let n = 0; n < VEHICLES; n++) await link.request('D01', { A: String(FIRST_ID + n), C: '4', F: '0' })
  await link.close()
  console = await EventClient.login(server.ports.main)
  const there = { host: '127.0.0.1', signallingPort: server.ports.signalling, firstTerminalId: String(FIRST_ID) }
  // On the server's clock: who is two minutes behind it raises nothing any more.
  fleet = await startFleet({ ...there, clock, vehicles: VEHICLES, intervalS: SPEED, positionsOnly: true })
  await until('all are online', () => fleet.stats().online === VEHICLES)
})
afterAll(async () => {
  console.close()
  await fleet.close()
  await server.close()
})

/** Sets faults of a vehicle, waits for their events, takes them back and waits for the covers. */
async function rises(n: number, faults: Parameters<SimulatedDevice['setFault']>, codes: readonly number[]) {
  vehicle(n).setFault(...faults)
  await Promise.all(codes.map((code) => newOf(n, code)))
  vehicle(n).setFault(faults[0], 0)
  await Promise.all(codes.map((code) => coverOf(n, code)))
}

const codesOf = (sources: Iterable<Source | null>) => [...sources].flatMap((source) => (source ? [source.code] : []))

describe('what a device can raise', () => {
  it('[EVTS-25] a device that comes online', async () => {
    for (let n = 0; n < VEHICLES; n++) expect(await newOf(n, EventCode.online)).toMatchObject({ memo: '', call: 0 })
    // It takes its time, while the others are looked at.
    const link = await server.login()
    expect((await link.request('D07', { A: vehicle(7).terminalId })).fields.R).toBe('1')
    await link.close()
  })

  it.each([
    ['the lower half of', 0, 0x0000_ffff],
    ['the upper half of', 1, 0x7fff_0000],
  ])('[EVTS-33] [EVTS-36] [EVTS-39] %s the alarm bits', async (_, n, alarmBits) => {
    const codes = codesOf(alarmNames(alarmBits).map((name) => alarmSources[name]))
    // Reported by the rules, beside the server's own limit.
    if (n === 0) codes.push(EventCode.overspeed)
    await rises(n, ['alarmBits', alarmBits], codes)
    const wanted = n === 0 ? EventCode.overspeed : EventCode.gSensor
    expect(codes).toContain(wanted)
    if (n === 0) {
      expect(await newOf(n, EventCode.externalAlarm)).toMatchObject({ call: 1, eventname: 'Emergency button' })
      expect(await coverOf(n, EventCode.externalAlarm)).toMatchObject({ call: 0 })
      expect((await newOf(n, EventCode.overspeed)).memo).toMatch(/^\d+ km\/h$/)
    }
  })

  it('[EVTS-31] its eight wired inputs, and the end of each', async () => {
    await rises(
      2,
      ['inputBits', 0xff],
      [0, 1, 2, 3, 4, 5, 6, 7].map((input) => EventCode.gpio + input),
    )
  })

  it('[EVTS-32] [EVTS-35] lost pictures and disks, with which', async () => {
    await rises(3, ['videoLossBits', 0b101], [EventCode.videoLoss])
    await rises(3, ['diskFaultBits', 0b10], [EventCode.diskError])
    await rises(3, ['coveredBits', 0b1], [772])
    await rises(3, ['videoAlarmBits', 0b101_1000], codesOf(videoAlarmSources.values()))
    await rises(3, ['driverBits', 0b111], codesOf(abnormalDrivingSources))
    expect((await newOf(3, EventCode.videoLoss)).memo).toBe('channel 1, 3')
    expect((await newOf(3, EventCode.diskError)).memo).toBe('disk 2')
  })

  const LEFT = 1 << 16
  const RIGHT = 2 << 16
  const items: readonly (readonly [number, ReadonlyMap<number, Source>])[] = [
    [0x64, new Map([...adasSources].filter(([type]) => type !== 6))],
    [0x65, dsmSources],
    [0x67, bsdSources],
    [0x70, harshDrivingSources],
  ]
  const safety: readonly (readonly [number, number])[] = [
    ...items.flatMap(([item, types]) => [...types].map(([type, { code }]) => [item * 256 + type, code] as const)),
    [LEFT + 0x6402, EventCode.laneDepartureLeft],
    [RIGHT + 0x6402, EventCode.laneDepartureRight],
    [0x6606, 730],
    [(3 << 16) + 0x6406, 706],
    ...[5, 10, 15, 20, 25, 30, 35].map((over) => [(over << 16) + 0x6406, speedingCode(over) ?? 0] as const),
  ]
  describe('active safety', () => {
    // Fewer each than a device may raise at once.
    const part = Math.ceil(safety.length / 3)
    beforeAll(async () => {
      const raise = async (n: number, alarms: typeof safety) => {
        for (const [alarm, code] of alarms) await rises(n, ['safetyAlarm', alarm], [code])
      }
      await Promise.all([4, 8, 5].map((n, at) => raise(n, safety.slice(at * part, (at + 1) * part))))
    }, 90_000)
    const changes = (code: number) => console.events.filter(({ eventid }) => eventid === code).map(({ cmd }) => cmd)
    const tiers = [5, 10, 15, 20, 25, 30, 35].map((over) => speedingCode(over) ?? 0)

    it.each([
      ['[EVTS-34] a device can raise idle', [EventCode.idle]],
      ['[EVTS-50] a device can raise a forward collision', [EventCode.forwardCollision]],
      [
        '[EVTS-51] a device can raise lane departures, each side with its own code',
        [EventCode.laneDepartureLeft, EventCode.laneDepartureRight],
      ],
      ['[EVTS-52] a device can raise a pedestrian warning', [EventCode.pedestrian]],
      ['[EVTS-53] a device can raise speeding in steps of 5 km/h up to 35', tiers],
      ['[EVTS-54] a device can raise sudden acceleration', [EventCode.suddenAcceleration]],
      ['[EVTS-55] a device can raise sudden braking', [EventCode.suddenBraking]],
    ])('%s, with its begin and its end', (_, codes) => {
      for (const code of codes) expect(changes(code), `event ${code}`).toEqual(['new', 'cover'])
      expect(new Set(codes).size).toBe(codes.length)
    })

    it('names the speed and the limit of a speeding event', async () => {
      expect((await newOf(5, 1817)).memo).toBe('85 km/h, limit 50 km/h')
    })
  })

  it('[EVTS-37] [EVTS-38] [EVTS-41] [EVTS-42] texts, the event a driver chooses, areas it comes to and leaves', async () => {
    vehicle(6).setFault('text', '堵车了, late by 20 min')
    expect((await newOf(6, EventCode.receivedMessage)).memo).toBe('堵车了, late by 20 min')
    vehicle(6).setFault('driverEvent', 3)
    expect((await newOf(6, EventCode.notify)).memo).toBe('event 3')
    vehicle(6).setFault('areaId', 7)
    expect((await newOf(6, EventCode.triggerIn)).memo).toBe('area 7')
    vehicle(6).setFault('areaId', 0)
    await newOf(6, EventCode.triggerOut)
  })

  it('[EVTS-26] [EVTS-29] another plate and another address', async () => {
    vehicle(6).setFault('plate', 'NEW-0001')
    expect((await newOf(6, EventCode.infoChanged)).memo).toContain('NEW-0001')
    vehicle(6).setFault('fromAddress', '127.0.0.77')
    expect((await newOf(6, EventCode.addressChanged)).memo).toBe('127.0.0.1 → 127.0.0.77')
  })

  it('[EVTS-28] a device that stays away is offline, one that comes back at once is not', async () => {
    vehicle(2).setFault('cutLink', true)
    await newOf(2, EventCode.offline)
    vehicle(2).setFault('cutLink', false)
    const of = (n: number, code: number) =>
      console.events.filter(({ eventid, deviceid }) => eventid === code && deviceid === vehicle(n).terminalId)
    await until('it is online again', () => of(2, EventCode.online).length === 2)
    expect([of(6, EventCode.offline), of(6, EventCode.online).length]).toEqual([[], 1])
  })

  it('[EVTS-27] a restart that it agreed to', async () => {
    await newOf(7, EventCode.reboot)
  })

  it('[D2] a position that comes late is an event of its own time, and a clock that was ahead hides nothing', async () => {
    const id = '13800138999'
    const link = await server.login()
    await link.request('D01', { A: id, C: '4', F: '0' })
    await link.close()
    const device = await DeviceClient.tcp(server.ports.signalling, id)
    await device.login()
    // Of the server, whose time runs faster.
    const nowS = () => Math.floor(clock.nowMs() / 1000)
    const report = async (timeS: number, alarm: number) => {
      const { name, body } = positionMessage(timeS)
      await device.answerTo(device.send({ name, body: { ...body, alarmBits: 1 << alarm } }))
    }
    await report(nowS() + 500, 2)
    await console.next(710, 'new', id)
    const hourAgoS = nowS() - 3600
    await report(hourAgoS, 3)
    await report(nowS(), 4)
    await console.next(710, 'cover', id)
    await console.next(751, 'new', id)
    expect(await console.next(750, 'new', id)).toMatchObject({ time: hourAgoS, late: 1 })
    await device.close()
  })

  it('stores every event with its position before it is published', () => {
    const file = new BetterSqlite3(`${server.data}/fleetglass.sqlite`, { readonly: true })
    const rows = file.prepare('select code, change, lat_e6 from events').all() as {
      code: number
      lat_e6: number | null
    }[]
    file.close()
    expect(rows.length).toBeGreaterThanOrEqual(console.events.length)
    expect(rows.every(({ code }) => eventCatalogue.has(code))).toBe(true)
    expect(rows.filter(({ code, lat_e6 }) => code > 3 && lat_e6 === null)).toEqual([])
  })
})
