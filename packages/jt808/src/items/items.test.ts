import { fromHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../test/byte-table.ts'
import { type ItemReading, readItem, writeItem } from './read-item.ts'
import { trackerState } from './tracker-state.ts'

const PLACE = `
  1d            29 km/h
  0073          115 m
  0298e7ff      latitude
  04bf4d7b      longitude
  251025055700  time
  0401          located, ACC`
const place = {
  speedKmh: 29,
  altitudeM: 115,
  latitudeE6: 43575295,
  longitudeE6: 79646075,
  time: '251025055700',
  vehicleBits: 0x0401,
}
const SIGN = `
  30000000000000  terminal id
  251025055700    time
  01              sequence
  04              files
  00              reserved`
const LONG_SIGN = `
  ${'30'.padEnd(60, '0')}  terminal id
  251025055700    time
  01              sequence
  04              files
  0000            reserved`
const sign = { form: 'short' as const, terminalId: '0', time: '251025055700', sequence: 1, files: 4, reserved: 0 }
const longSign = { ...sign, form: 'long' as const }

/** Items as bytes and as values, in both directions; the value of an item alone, without id and length. */
const ITEMS: readonly { readonly bytes: string; readonly item: ItemReading }[] = [
  { bytes: '00000064', item: { id: 0x01, name: 'odometerDkm', value: 100 } },
  { bytes: '0037', item: { id: 0x02, name: 'fuelDl', value: 55 } },
  { bytes: '0258', item: { id: 0x03, name: 'tachographDkmh', value: 600 } },
  { bytes: '002c', item: { id: 0x04, name: 'confirmationId', value: 44 } },
  {
    bytes: `d3d4${'ff'.repeat(28)}  two tyres`,
    item: { id: 0x05, name: 'tyrePressuresPa', value: [0xd3, 0xd4, ...new Array<number>(28).fill(0xff)] },
  },
  { bytes: '8005  5 below zero', item: { id: 0x06, name: 'cabinTemperatureC', value: -5 } },
  { bytes: '3e', item: { id: 0x06, name: 'batteryPercent', value: 62 } },
  { bytes: '00', item: { id: 0x11, name: 'overspeedPlace', value: { kind: 0 } } },
  {
    bytes: `
      03        polygon
      00000042  id`,
    item: { id: 0x11, name: 'overspeedPlace', value: { kind: 3, areaId: 0x42 } },
  },
  {
    bytes: `
      04        route
      0000004d  id
      01        out`,
    item: { id: 0x12, name: 'areaCrossing', value: { kind: 4, areaId: 77, direction: 1 } },
  },
  {
    bytes: `
      00000058  segment
      0058      seconds
      01        too long`,
    item: { id: 0x13, name: 'segmentTime', value: { segmentId: 88, durationS: 88, result: 1 } },
  },
  { bytes: '00000003', item: { id: 0x14, name: 'videoAlarmBits', value: 3 } },
  { bytes: '0000000f', item: { id: 0x15, name: 'videoLossBits', value: 15 } },
  { bytes: '00000001', item: { id: 0x16, name: 'occlusionBits', value: 1 } },
  { bytes: '1001', item: { id: 0x17, name: 'storageFaultBits', value: 0x1001 } },
  {
    bytes: `
      0003  fatigue, phone
      40    64 %`,
    item: { id: 0x18, name: 'abnormalDriving', value: { bits: 3, fatiguePercent: 64 } },
  },
  { bytes: '0003  without degree', item: { id: 0x18, name: 'abnormalDriving', value: { bits: 3 } } },
  { bytes: '00000063', item: { id: 0x25, name: 'signalBits', value: 99 } },
  { bytes: '0002', item: { id: 0x2a, name: 'sleepBits', value: 2 } },
  {
    bytes: `
      0002  input 1
      0001  input 0`,
    item: { id: 0x2b, name: 'analog', value: { input0: 1, input1: 2 } },
  },
  { bytes: '1f', item: { id: 0x30, name: 'signal', value: 31 } },
  { bytes: '0f', item: { id: 0x31, name: 'satellites', value: 15 } },
  ...(
    [
      ['short', SIGN, sign],
      ['long', LONG_SIGN, longSign],
    ] as const
  ).flatMap(([, signFields, signValue]): { bytes: string; item: ItemReading }[] => [
    {
      bytes: `
        00000001  alarm
        00        no begin or end
        03        too close
        01        level
        0a        10 km/h ahead
        0b        1.1 s
        02        to the right
        01        speed sign
        50        80 ${PLACE} ${signFields}`,
      item: {
        id: 0x64,
        name: 'adasAlarm',
        value: {
          alarmId: 1,
          flag: 0,
          type: 3,
          level: 1,
          speedAheadKmh: 10,
          distanceDs: 11,
          deviation: 2,
          signKind: 1,
          signValue: 80,
          ...place,
          sign: signValue,
        },
      },
    },
    {
      bytes: `
        00000002  alarm
        01        begin
        04        distracted
        02        level
        07        fatigue
        00000000  reserved ${PLACE} ${signFields}`,
      item: {
        id: 0x65,
        name: 'dsmAlarm',
        value: {
          alarmId: 2,
          flag: 1,
          type: 4,
          level: 2,
          fatigueDegree: 7,
          reserved: new Uint8Array(4),
          ...place,
          sign: signValue,
        },
      },
    },
    {
      bytes: `
        00000003  alarm
        02        end ${PLACE} ${signFields}
        01        tyres
        04        wheel
        0005      periodic, low
        00c8      200 kPa
        fffb      5 below zero
        0050      battery 80 %`,
      item: {
        id: 0x66,
        name: 'tpmsAlarm',
        value: {
          alarmId: 3,
          flag: 2,
          ...place,
          sign: signValue,
          wheelBytes: 1,
          tyres: [{ wheel: 4, bits: 5, pressureKpa: 200, temperatureC: -5, batteryPercent: 80 }],
        },
      },
    },
    {
      bytes: `
        00000004  alarm
        00        no begin or end
        02        left behind ${PLACE} ${signFields}`,
      item: { id: 0x67, name: 'bsdAlarm', value: { alarmId: 4, flag: 0, type: 2, ...place, sign: signValue } },
    },
    {
      bytes: `
        00000007  alarm
        00        no begin or end
        03        cornering
        0001      time
        001c      threshold
        0000      threshold ${PLACE} ${signFields}`,
      item: {
        id: 0x70,
        name: 'harshDrivingAlarm',
        value: {
          alarmId: 7,
          flag: 0,
          type: 3,
          durationWord: 1,
          threshold1: 28,
          threshold2: 0,
          ...place,
          sign: signValue,
        },
      },
    },
  ]),
  {
    bytes: '0134 801a ffff'.replaceAll(' ', '').padEnd(16, '0'),
    item: { id: 0x51, name: 'temperaturesDecidegree', value: [308, -26, null, 0] },
  },
  {
    bytes: '0101cc0024a402bb25153b',
    item: {
      id: 0x53,
      name: 'cells53',
      value: { cidBytes: 4, cells: [{ mcc: 460, mnc: 0, lac: 0x24a4, cid: 0x02bb2515, level: 59 }] },
    },
  },
  {
    bytes: '01f092b4a22a39ca',
    item: { id: 0x54, name: 'wlans54', value: [{ mac: 'f092b4a22a39', signal: 202 }] },
  },
  { bytes: '1d74', item: { id: 0x61, name: 'supplyCentivolt', value: 7540 } },
  {
    bytes: '0012345678900e5c308000',
    item: {
      id: 0x63,
      name: 'locks',
      value: [{ lockId: '001234567890', batteryMillivolt: 3676, seal: 0x30, state: 0x80, level: 0 }],
    },
  },
  { bytes: '3133323134333232', item: { id: 0x67, name: 'lockPassword', value: '13214322' } },
  { bytes: '018b', item: { id: 0x69, name: 'batteryCentivolt', value: 395 } },
  { bytes: '0082', item: { id: 0x82, name: 'supplyDecivolt', value: 130 } },
  { bytes: '50353338662c5530323966', item: { id: 0xa0, name: 'troubleCodes', value: 'P538f,U029f' } },
  { bytes: '0190', item: { id: 0xd5, name: 'batteryCentivolt', value: 400 } },
  {
    bytes: `
      01          one lock
      0002604323  lock
      2795980277  card
      53          battery
      0030        open`,
    item: {
      id: 0xd5,
      name: 'lockStates',
      value: [{ lockId: '0002604323', card: '2795980277', battery: 0x53, stateBits: 0x30 }],
    },
  },
  { bytes: '64', item: { id: 0xe1, name: 'batteryPercent', value: 100 } },
  { bytes: '01', item: { id: 0xe5, name: 'moving', value: 1 } },
  { bytes: '5554432b30383a3030', item: { id: 0xeb, name: 'timeZone', value: 'UTC+08:00' } },
  { bytes: '0006eeb6ad02633df701', item: { id: 0xeb, name: 'unknown', value: fromHex('0006eeb6ad02633df701') } },
  {
    bytes: `
      0004  length
      00ce  supply
      04f8  12.72 V`,
    item: { id: 0xeb, name: 'trackerState', value: [{ id: 0xce, value: fromHex('04f8') }] },
  },
  {
    bytes: '071eff940261ffe8ff10fdd805dc002800000032000a',
    item: {
      id: 0xf6,
      name: 'climate',
      value: {
        kind: 7,
        mask: 0x1e,
        temperatureDecidegree: -108,
        humidityPermille: 609,
        rest: fromHex('ffe8ff10fdd805dc002800000032000a'),
      },
    },
  },
  { bytes: '000020d0', item: { id: 0x64, name: 'unknown', value: fromHex('000020d0') } },
]

describe('items', () => {
  it.each(ITEMS.map((entry) => [entry.item.name, entry] as const))(
    '%s is the bytes of its table and back',
    (_, entry) => {
      const value = bytesOf(entry)
      expect(readItem({ id: entry.item.id, value })).toEqual(entry.item)
      expect(writeItem(entry.item)).toEqual({ id: entry.item.id, value })
    },
  )

  it('an id that another maker fills with another length is unknown, never misread', () => {
    for (const [id, hex] of [
      [0x64, '000020d0'],
      [0x16, ''],
      [0x17, '02'],
      [0x18, '011d0000'],
      [0x21, '000000a000056f67'],
    ] as const) {
      expect(readItem({ id, value: fromHex(hex) })).toEqual({ name: 'unknown', id, value: fromHex(hex) })
    }
  })

  it('the list in 0xEB is named, and its alarm words are turned over', () => {
    const reading = readItem({
      id: 0xeb,
      value: fromHex('000c00b28986049401208044782200060089fffffffe000300a84c00050001037700'),
    })
    expect(reading.name === 'trackerState' && trackerState(reading.value)).toEqual({
      iccid: '89860494012080447822',
      alarmBits: 1,
      batteryPercent: 76,
      fuelDl: 887,
    })
  })

  it(`any id with any bytes has a reading that says itself again`, () => {
    const lengths = fc.oneof(fc.nat(12), fc.constantFrom(13, 14, 16, 22, 29, 30, 41, 47, 50, 65, 71, 74))
    const item = lengths.chain((length) =>
      fc.record({ id: fc.nat(255), value: fc.uint8Array({ minLength: length, maxLength: length }) }),
    )
    fc.assert(
      fc.property(item, (given) => {
        const written = writeItem(readItem(given))
        expect(readItem(written)).toEqual(readItem(given))
      }),
      { numRuns: 5000 },
    )
  })
})
