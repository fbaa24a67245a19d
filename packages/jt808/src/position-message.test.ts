import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alarmNames, namesOfBits, statusNames } from './bit-names.ts'
import { decodeBody } from './catalogue.ts'
import { commonItems } from './common-items.ts'
import { decodePosition, type Position, withHemisphere } from './messages/0200-position.ts'
import { readFixedBlock } from './position-items.ts'
import { bytesOf } from './test/byte-table.ts'
import { localTimeS, timeBytes, timeDigits } from './wire-time.ts'

describe('position', () => {
  const base = '0000000000000000'

  it('south and west are negative, according to the status bits', () => {
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
