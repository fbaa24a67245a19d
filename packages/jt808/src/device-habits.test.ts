// What devices send beside the letter of the standard.
import { fromHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { decodeBody, encodeBody } from './catalogue.ts'

const read = (messageId: number, hex: string, version: '2013' | '2019' = '2013') => {
  const decoded = decodeBody(messageId, version, fromHex(hex.replaceAll(' ', '')))
  return decoded.ok ? decoded.value : decoded
}
const CENTRE = '0160 8c00 0740 1300'
const centre = { latitudeE6: 0x01608c00, longitudeE6: 0x07401300 }

describe('0x0608', () => {
  const circle = `000005f2 0000 ${CENTRE} 00000064`
  const wanted = { id: 0x5f2, attributes: 0, centre, radiusM: 100 }

  it('[D5] reads circles that stand alone, and those that stand as the whole body of 0x8600', () => {
    for (const entry of [circle, `00 01 ${circle}`, `00 ${circle}`]) {
      expect(read(0x0608, `01 00000001 ${entry}`)).toEqual({
        name: 'areas',
        body: { kind: 1, circles: [wanted] },
      })
    }
    const two = read(0x0608, `01 00000002 00 01 ${circle} 00 02 ${circle} ${circle}`)
    expect(two).toEqual({ name: 'areas', body: { kind: 1, circles: [wanted, wanted, wanted] } })
  })

  it('[D5] rectangles and polygons of both editions are read', () => {
    const rectangle = `00000007 0002 ${CENTRE} ${CENTRE} 003c 0a`
    const limit = { speedKmh: 60, overspeedS: 10 }
    const readRectangle = { id: 7, attributes: 2, upperLeft: centre, lowerRight: centre, limit }
    for (const entry of [rectangle, `01 01 ${rectangle}`]) {
      expect(read(0x0608, `02 00000001 ${entry}`)).toEqual({
        name: 'areas',
        body: { kind: 2, rectangles: [readRectangle] },
      })
    }
    const polygon = `00000009 0000 0002 ${CENTRE} ${CENTRE} 0001 61`
    const readPolygon = { id: 9, attributes: 0, points: [centre, centre], areaName: 'a' }
    for (const entry of [polygon, `00 01 ${polygon}`]) {
      expect(read(0x0608, `03 00000001 ${entry}`, '2019')).toEqual({
        name: 'areas',
        body: { kind: 3, polygons: [readPolygon] },
      })
    }
  })
})

it('[D12] reads the list of stored media of 2011, whose entries have no id', () => {
  const position = '00000001 00000002 00ba7f0e 07e4f11c 0028 003c 0000 181116202020'
  const listed = read(0x0802, `0005 0002 00 01 02 ${position} 01 02 03 ${position}`)
  expect(listed).toMatchObject({
    name: 'mediaList',
    body: {
      answeredSerial: 5,
      media: [
        { id: 0, kind: 0, channel: 1, event: 2, position: { latE6: 12_222_222, lngE6: 132_444_444 } },
        { id: 0, kind: 1, channel: 2, event: 3 },
      ],
    },
  })
})

it('[D12] reads the files of an alarm as Heilongjiang lists them: no id before the sign, and nothing reserved in it', () => {
  const sign = `${'3132333463642e'.padEnd(60, '0')} 241206183659 01 02`
  const number = '6131'.padEnd(64, '0')
  const files = '02 05 612e6a7067 000803e6 05 622e6d7034 0005633f'
  const list = [
    { fileName: 'a.jpg', byteLength: 525_286 },
    { fileName: 'b.mp4', byteLength: 353_087 },
  ]
  const terminalId = '1234cd.'
  const readSign = {
    form: 'unreserved',
    terminalId,
    time: '241206183659',
    sequence: 1,
    files: 2,
    reserved: 0,
  }
  for (const version of ['2013', '2019'] as const) {
    const body = `${sign} ${number} 00 ${files}`
    const listed = read(0x1210, body, version)
    const wanted = { terminalId, sign: readSign, alarmNumber: 'a1', kind: 0, files: list }
    expect(listed).toEqual({ name: 'alarmFiles', body: wanted })
    if ('reason' in listed) throw new Error(listed.reason)
    expect(encodeBody(listed, version)).toEqual(fromHex(body.replaceAll(' ', '')))
  }
})
