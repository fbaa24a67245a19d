import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodePeripheralInformation,
  decodePeripheralRequest,
  decodePeripheralStates,
  encodePeripheralInformation,
  encodePeripheralRequest,
  encodePeripheralStates,
} from '../peripherals.ts'
import { bytesOf } from '../test/byte-table.ts'
import { decodeText, encodeText } from '../text.ts'
import { parametersById, readParameter, writeParameter } from './read-parameter.ts'

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
