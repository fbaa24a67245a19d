import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmNames, namesOfBits, statusNames } from './bit-names.ts'
import { decodeBody } from './catalogue.ts'
import { commonItems } from './common-items.ts'
import { trackerState } from './items/tracker-state.ts'
import { decodePosition, type Position, withHemisphere } from './messages/0200-position.ts'
import {
  decodePeripheralInformation,
  decodePeripheralRequest,
  decodePeripheralStates,
  encodePeripheralInformation,
  encodePeripheralRequest,
  encodePeripheralStates,
} from './peripherals.ts'
import { readFixedBlock } from './position-items.ts'
import { type ItemReading, readItem, writeItem } from './read-item.ts'
import { parametersById, readParameter, writeParameter } from './read-parameter.ts'
import { bytesOf } from './test/byte-table.ts'
import { decodeText, encodeText } from './text.ts'
import { localTimeS, timeBytes, timeDigits } from './wire-time.ts'

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

describe('position', () => {
  const base = '0000000000000000'

  it('south and west are negative, told by the status bits', () => {
    const body = fromHex(`00000000 0000000e 00ba7f0e 07e4f11c 0028003c0000180715101010`.replaceAll(' ', ''))
    expect(decodePosition(body)).toMatchObject({ ok: true, value: { latE6: -12222222, lngE6: -132444444 } })
    expect(withHemisphere(2, -1, -1)).toBe(0x0e)
    expect(withHemisphere(0x0e, 1, 1)).toBe(2)
  })

  it('signed coordinates of devices that ignore the bits come out right too', () => {
    const body = fromHex(`${base}ff4580f2f81b0ee40028003c0000180715101010`)
    expect(decodePosition(body)).toMatchObject({ ok: true, value: { latE6: -12222222, lngE6: -132444444 } })
  })

  it('a device without a clock has no time, and the bytes stay', () => {
    for (const digits of [
      '000000000000',
      '000101000000',
      '251301000000',
      '250230000000',
      '2511210a0000',
      '251121240000',
    ]) {
      const body = fromHex(`${base}${'00'.repeat(14)}${digits}`)
      const position = decodePosition(body)
      expect(position.ok && position.value.localTimeS).toBeNull()
      expect(position.ok && toHex(position.value.timeBytes)).toBe(digits)
    }
  })

  it('every second of every kind of year is the time it says', () => {
    const from = Date.UTC(2001, 0, 1) / 1000
    const to = Date.UTC(2099, 11, 31, 23, 59, 59) / 1000
    fc.assert(
      fc.property(fc.integer({ min: from, max: to }), (seconds) => {
        expect(localTimeS(timeBytes(seconds))).toBe(seconds)
        expect(timeDigits(seconds)).toHaveLength(12)
      }),
      { numRuns: 2000 },
    )
    expect(localTimeS(fromHex('240229120000'))).toBe(Date.UTC(2024, 1, 29, 12) / 1000)
  })

  it('twenty bytes that are no list of items are one fixed block', () => {
    const fields = bytesOf({
      bytes: `
        00500064  battery and distance left
        000003e8  1000 km
        0029      4.1 V
        00000007  area
        1f        signal
        ffffffffff`,
    })
    const body = fromHex(`${base}${'00'.repeat(14)}251121063000${toHex(fields)}`)
    const message = decodeBody(0x0200, '2013', body)
    expect(message.ok && message.value).toMatchObject({ name: 'position', body: { items: [] }, extra: fields })
    expect(readFixedBlock(fields)).toEqual({
      left: 0x500064,
      odometerKm: 1000,
      batteryDecivolt: 41,
      areaId: 7,
      signal: 31,
    })
    expect(readFixedBlock(fields.subarray(1))).toBeNull()
  })

  it('fewer than 28 bytes are no position', () => {
    expect(decodePosition(new Uint8Array(27))).toEqual({ ok: false, offset: 0, reason: 'wanted 28 bytes, 27 left' })
  })

  it('the common items are found by id and length, the last of a repeated one counts', () => {
    const items = [
      [0x01, '0000000a'],
      [0x01, '0000000b'],
      [0x02, '0037'],
      [0x30, '1f'],
      [0x31, '0f'],
      [0x51, '0123ffff'],
      [0x61, '04f8'],
      [0x15, '00000003'],
      [0x16, ''],
      [0xd4, 'ff'],
    ] as const
    const position = { items: items.map(([id, hex]) => ({ id, value: fromHex(hex) })) } as unknown as Position
    expect(commonItems(position)).toEqual({
      odometerDkm: 11,
      fuelDl: 55,
      signal: 31,
      satellites: 15,
      temperaturesDecidegree: [291, null],
      voltageDecivolt: 127,
      videoLossBits: 3,
    })
  })

  it('bits have names', () => {
    expect(alarmNames(0x80000003)).toEqual(['emergency', 'overspeed', 'illegalDoorOpening'])
    expect(statusNames(0x0004030b)).toEqual(['accOn', 'located', 'west', 'gpsUsed', 'fullyLoaded'])
    expect(statusNames(0x100)).toEqual(['halfLoaded'])
    expect(namesOfBits(5, ['a'])).toEqual(['a', 'bit2'])
  })
})

describe('parameters', () => {
  it('numbers and texts are written by the type of their id and read back', () => {
    for (const [id, value, hex] of [
      [0x0001, 60, '0000003c'],
      [0x0031, 500, '01f4'],
      [0x0084, 2, '02'],
      [0x0083, '粤B1', 'd4c14231'],
    ] as const) {
      const parameter = writeParameter(id, value)
      expect(toHex(parameter.value)).toBe(hex)
      expect(readParameter(parameter)).toMatchObject({ id, value })
    }
  })

  it('what has no single type, or the wrong length, keeps its bytes', () => {
    expect(readParameter({ id: 0x0110, value: fromHex('0102030405060708') })).toMatchObject({ name: null })
    expect(readParameter({ id: 0x0075, value: fromHex('00') })).toMatchObject({ name: null })
    expect(readParameter({ id: 0x0001, value: fromHex('3c') })).toEqual({ id: 1, name: null, value: fromHex('3c') })
    expect(writeParameter(0x0110, fromHex('01')).value).toEqual(fromHex('01'))
  })

  it('a value of the wrong type is refused', () => {
    expect(() => writeParameter(0x0001, 'x')).toThrow('no text')
    expect(() => writeParameter(0x0083, 1)).toThrow('no number')
    expect(() => writeParameter(0x0031, 65536)).toThrow('does not fit')
  })

  it('of a repeated id the last one counts', () => {
    const list = [1, 2].map((value) => writeParameter(0x0001, value))
    expect(parametersById(list).get(1)).toMatchObject({ value: 2 })
  })
})

describe('peripherals', () => {
  it('requests, states and information are the bytes of their tables and back', () => {
    const states = [{ id: 0x64, work: 1, alarmBits: 0x401 }]
    const stateBytes = bytesOf({
      bytes: `
        01        count
        64        ADAS
        05        length
        01        normal
        00000401  camera, radio`,
    })
    expect(encodePeripheralStates(states)).toEqual(stateBytes)
    expect(decodePeripheralStates(stateBytes)).toEqual({ ok: true, value: states })
    const one = { id: 0x65, company: '公司', model: 'm', hardware: '1', software: '2', deviceId: '3', customer: '' }
    expect(decodePeripheralInformation(encodePeripheralInformation([one]))).toEqual({ ok: true, value: [one] })
    expect(decodePeripheralRequest(encodePeripheralRequest([0x64, 0x65]))).toEqual({ ok: true, value: [0x64, 0x65] })
    expect(decodePeripheralStates(stateBytes.subarray(0, 6)).ok).toBe(false)
  })
})

describe('text', () => {
  it(`every text of the wire comes back to the byte, GBK or not`, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        expect(encodeText(decodeText(bytes))).toEqual(bytes)
      }),
      { numRuns: 3000 },
    )
    expect(decodeText(fromHex('b2e241ff')).toWellFormed()).toBe('测A\ufffd')
  })
})
