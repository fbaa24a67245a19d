import { fromHex, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import {
  decodeFaceAnswer,
  decodeFaceRequest,
  encodeFaceAnswer,
  encodeFaceRequest,
  FACE_PHOTO_MOST_BYTES,
  type FaceAnswer,
  type FaceRequest,
} from './face-exchange.ts'

const md5 = '900150983cd24fb0d6963f7d28e17f72'
const photo = { bytes: 3, md5 }

/** Each as its bytes, one field after the other, and as its value. */
const requests: readonly (readonly [string, FaceRequest])[] = [
  ['01', { name: 'summary' }],
  ['02 05', { name: 'read', slot: 5 }],
  ['03 05 00004000', { name: 'photo', slot: 5, offset: 0x4000 }],
  [
    `04 01 695c9b80 02 4131 03 e8bb8a 01 00000003 ${md5}`,
    { name: 'write', slot: 1, timeS: 0x695c_9b80, idcard: 'A1', person: '車', photo },
  ],
  ['04 ff 00000000 00 00 00', { name: 'write', slot: 255, timeS: 0, idcard: '', person: '', photo: null }],
  ['05 01 00000001 6263', { name: 'piece', slot: 1, offset: 1, data: fromHex('6263') }],
  ['06 0a', { name: 'remove', slot: 10 }],
]
const answers: readonly (readonly [string, FaceAnswer])[] = [
  ['0007 01 00 02 00000000 695c9b80', { name: 'summary', timesS: [0, 0x695c_9b80] }],
  [
    `0007 02 00 695c9b80 02 4131 03 e8bb8a 00000003 ${md5}`,
    { name: 'read', timeS: 0x695c_9b80, idcard: 'A1', person: '車', photo },
  ],
  [
    `0007 02 00 00000001 00 00 00000000 ${'0'.repeat(32)}`,
    { name: 'read', timeS: 1, idcard: '', person: '', photo: null },
  ],
  ['0007 03 00 00000001 6263', { name: 'photo', offset: 1, data: fromHex('6263') }],
  ['0007 04 00', { name: 'write' }],
  ['0007 05 00', { name: 'piece' }],
  ['0007 06 00', { name: 'remove' }],
  ['0007 02 03', { name: 'failed', of: 'read', result: 3 }],
]
const bytes = (hex: string) => fromHex(hex.replaceAll(' ', ''))

describe('[FACE-24] the face exchange in transparent messages', () => {
  it.each(requests)('reads and writes the request %s', (hex, request) => {
    expect(toHex(encodeFaceRequest(request))).toBe(hex.replaceAll(' ', ''))
    expect(decodeFaceRequest(bytes(hex))).toEqual({ ok: true, value: request })
  })

  it.each(answers)('reads and writes the answer %s', (hex, answer) => {
    expect(toHex(encodeFaceAnswer(7, answer))).toBe(hex.replaceAll(' ', ''))
    expect(decodeFaceAnswer(bytes(hex))).toEqual({ ok: true, value: { serial: 7, answer } })
  })

  it.each([
    ['', 0, 'wanted 1 bytes, 0 left'],
    ['00', 0, '0 is no function of the face exchange'],
    ['07', 0, '7 is no function of the face exchange'],
    ['02', 1, 'wanted 1 bytes, 0 left'],
    ['02 01 00', 2, '1 bytes too many'],
    ['04 01 00000000 05 41', 7, 'wanted 5 bytes, 1 left'],
    ['04 01 00000000 00 00 02', 8, '2 is neither 0 nor 1'],
    [`04 01 00000000 00 00 01 00200001 ${md5}`, 9, 'a photo of 2097153 bytes is too large'],
    ['04 01 00000000 00 00 01 00000001 00', 13, 'wanted 16 bytes, 1 left'],
  ])('says where the request %s is wrong', (hex, offset, reason) => {
    expect(decodeFaceRequest(bytes(hex))).toEqual({ ok: false, offset, reason })
  })

  it.each([
    ['00', 0, 'wanted 2 bytes, 1 left'],
    ['0007 01 00 02 00000000', 9, 'wanted 4 bytes, 0 left'],
    ['0007 01 03 00', 4, '1 bytes too many'],
    ['0007 09 00', 2, '9 is no function of the face exchange'],
  ])('says where the answer %s is wrong', (hex, offset, reason) => {
    expect(decodeFaceAnswer(bytes(hex))).toEqual({ ok: false, offset, reason })
  })

  it('refuses to write what no field can hold', () => {
    const write = { name: 'write', slot: 1, timeS: 0, idcard: '', person: '', photo: null } as const
    expect(() => encodeFaceRequest({ ...write, idcard: 'x'.repeat(256) })).toThrow(RangeError)
    expect(() => encodeFaceRequest({ ...write, person: '車'.repeat(86) })).toThrow(RangeError)
    expect(() => encodeFaceRequest({ ...write, photo: { bytes: 1, md5: 'abcd' } })).toThrow(RangeError)
    expect(decodeFaceRequest(encodeFaceRequest({ ...write, photo: { bytes: FACE_PHOTO_MOST_BYTES, md5 } })).ok).toBe(
      true,
    )
  })

  it('answers any bytes with a value or a fault, and what it reads it writes again', () => {
    const seeds = [...requests, ...answers].map(([hex]) => bytes(hex))
    let state = 1
    const random = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return (state >> 8) % below
    }
    for (let round = 0; round < 20_000; round++) {
      const mutant = seeds[random(seeds.length)]!.slice(0)
      for (let change = random(4); change >= 0; change--) mutant[random(mutant.length)] = random(256)
      const cut = mutant.subarray(0, mutant.length - random(3))
      const request = decodeFaceRequest(cut)
      // Bytes that are no UTF-8 are replaced, so a text may come back longer, never different twice.
      if (request.ok && !hasReplaced(request.value)) expect(encodeFaceRequest(request.value)).toEqual(cut)
      const answer = decodeFaceAnswer(cut)
      if (answer.ok && answer.value.answer.name !== 'read')
        expect(encodeFaceAnswer(answer.value.serial, answer.value.answer)).toEqual(cut)
    }
  })
})

function hasReplaced(request: FaceRequest): boolean {
  return request.name === 'write' && `${request.idcard}${request.person}`.includes('\ufffd')
}
