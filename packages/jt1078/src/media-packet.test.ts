import { existsSync, readFileSync } from 'node:fs'
import { fromHex, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { decodeMediaPacket } from './decode-packet.ts'
import { encodeMediaPacket, packetLength } from './media-packet.ts'
import { type MediaEvent, MediaPacketParser } from './packet-parser.ts'

const hex = (text: string): Uint8Array => fromHex(text.replace(/#.*$/gm, '').replace(/\s/g, ''))

const TABLE = [
  {
    name: 'the last part of a P frame with six SIM bytes',
    bytes: `
      30316364          # magic
      81                # V 2, CC 1
      e2                # M, H.264
      10bb              # serial
      011234567810      # SIM
      01                # channel
      12                # P frame, last part
      0000016bb392cf2c  # time
      0730 0028         # ms since I frame, since frame
      0003              # body
      aabbcc`,
    packet: {
      firstByte: 0x81,
      marker: true,
      payloadType: 98,
      serial: 0x10bb,
      channel: 1,
      dataType: 1,
      mark: 2,
      timestampMs: 1562085871404,
      iFrameIntervalMs: 1840,
      frameIntervalMs: 40,
      bodyLength: 3,
    },
    sim: '011234567810',
    body: 'aabbcc',
  },
  {
    name: 'audio with ten SIM bytes and a first byte of its own',
    bytes: `
      30316364
      80                    # not 0x81
      06                    # G.711A, no M
      ffff                  # serial
      00000000020232609559  # SIM
      24                    # channel 36
      30                    # audio, whole
      000100000000002a      # time with bits above 32
      0002
      d5d5`,
    packet: {
      firstByte: 0x80,
      marker: false,
      payloadType: 6,
      serial: 0xffff,
      channel: 36,
      dataType: 3,
      mark: 0,
      timestampMs: 2 ** 48 + 42,
      iFrameIntervalMs: 0,
      frameIntervalMs: 0,
      bodyLength: 2,
    },
    sim: '00000000020232609559',
    body: 'd5d5',
  },
  {
    name: 'a transparent packet, which has no time',
    bytes: `
      30316364 81 db 0000
      295696659617
      02                # channel
      40                # transparent, whole
      0001
      01`,
    packet: {
      firstByte: 0x81,
      marker: true,
      payloadType: 91,
      serial: 0,
      channel: 2,
      dataType: 4,
      mark: 0,
      timestampMs: 0,
      iFrameIntervalMs: 0,
      frameIntervalMs: 0,
      bodyLength: 1,
    },
    sim: '295696659617',
    body: '01',
  },
]

describe('media packets', () => {
  for (const row of TABLE) {
    it(`reads and writes ${row.name}`, () => {
      const bytes = hex(row.bytes)
      const decoded = decodeMediaPacket(bytes)
      if (!decoded.ok) throw new Error(decoded.reason)
      const { pieces, simRaw, kind: _, ...fields } = decoded.value
      expect(fields).toEqual(row.packet)
      expect(toHex(simRaw)).toBe(row.sim)
      expect(pieces.map(toHex).join('')).toBe(row.body)
      expect(toHex(encodeMediaPacket(decoded.value))).toBe(toHex(bytes))
      expect(packetLength(decoded.value)).toBe(bytes.length)
    })

    it(`tells offset and reason wherever ${row.name} is cut`, () => {
      const bytes = hex(row.bytes)
      for (let length = 0; length < bytes.length; length++) {
        const decoded = decodeMediaPacket(bytes.subarray(0, length))
        expect(decoded.ok, `cut to ${length} bytes`).toBe(false)
      }
    })
  }

  it('says what stands there instead of a packet', () => {
    expect(decodeMediaPacket(hex('7e0200'))).toEqual({
      ok: false,
      offset: 0,
      reason: 'a media packet has at least 18 bytes, here are 3',
    })
    expect(decodeMediaPacket(hex('7e02003c0123'))).toMatchObject({
      offset: 0,
      reason: expect.stringContaining('30 31 63 64'),
    })
    expect(decodeMediaPacket(hex(`30316364 81e2 0000 295696659617 01 70 ${'00'.repeat(20)}`), 6)).toEqual({
      ok: false,
      offset: 15,
      reason: 'unknown data type and mark 0x70',
    })
  })

  it('refuses to write what the fields cannot hold', () => {
    const decoded = decodeMediaPacket(hex(TABLE[0]!.bytes))
    if (!decoded.ok) throw new Error(decoded.reason)
    const packet = decoded.value
    expect(() => encodeMediaPacket({ ...packet, simRaw: new Uint8Array(7) })).toThrow('6 or 10')
    expect(() => encodeMediaPacket({ ...packet, dataType: 5 })).toThrow('data type 5')
    expect(() => encodeMediaPacket({ ...packet, bodyLength: 65_536 })).toThrow('65535')
  })
})

interface DevicePacket {
  readonly source: string
  readonly hex: string
  readonly expect: Readonly<Record<string, unknown>>
}

const framesPath = new URL('../../../../shared/device-frames/jt1078-packets.json', import.meta.url)

describe('packets that others published', () => {
  it('read as their sources say, and write back to the same bytes', (context) => {
    if (!existsSync(framesPath)) return context.skip('the device frames are not here')
    const rows = JSON.parse(readFileSync(framesPath, 'utf8')) as DevicePacket[]
    expect(rows).toHaveLength(10)
    for (const row of rows) checkDevicePacket(row)
  })
})

function checkDevicePacket(row: DevicePacket): void {
  const bytes = hex(row.hex)
  const wanted = row.expect
  const decoded = decodeMediaPacket(bytes)
  if (wanted.error === true) {
    expect(decoded.ok, row.source).toBe(false)
    return
  }
  if (typeof wanted.simBytes === 'string') {
    // Only the first 16 bytes were published: the SIM is there, the rest of the head is not.
    expect(decoded).toMatchObject({ ok: false })
    const whole = decodeMediaPacket(new Uint8Array([...bytes, ...new Uint8Array(14)]), 6)
    expect(whole.ok && toHex(whole.value.simRaw)).toBe(wanted.simBytes)
    return
  }
  if (!decoded.ok) throw new Error(`${row.source}: ${decoded.reason}`)
  const packet = decoded.value
  const written = encodeMediaPacket(packet)
  expect(toHex(written)).toBe(toHex(bytes.subarray(0, written.length)))
  const seen: Record<string, unknown> = {
    error: false,
    restHex: toHex(bytes.subarray(written.length)),
    byte4: packet.firstByte,
    byte5: (packet.marker ? 0x80 : 0) | packet.payloadType,
    seq: packet.serial,
    sim: toHex(packet.simRaw),
    channel: packet.channel,
    typeAndMark: (packet.dataType << 4) | packet.mark,
    timestamp: packet.timestampMs,
    lastIFrameInterval: packet.iFrameIntervalMs,
    lastFrameInterval: packet.frameIntervalMs,
    bodyLength: packet.bodyLength,
    bodyHex: packet.pieces.map(toHex).join(''),
  }
  for (const [name, value] of Object.entries(wanted)) expect(seen[name], `${row.source}: ${name}`).toEqual(value)

  const events: MediaEvent[] = []
  const parser = new MediaPacketParser()
  parser.push(bytes, (event) => events.push(event))
  parser.end((event) => events.push(event))
  expect(events[0], row.source).toMatchObject({ kind: 'packet', serial: packet.serial, bodyLength: packet.bodyLength })
}
