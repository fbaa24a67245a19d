import { existsSync, readFileSync } from 'node:fs'
import { fromHex, toHex } from '@fleetglass/bytes'
import { describe, expect, it } from 'vitest'
import { decodeMediaPacket } from './decode-packet.ts'
import { encodeMediaPacket, headLength, packetLength } from './media-packet.ts'
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

    it(`reports offset and reason wherever ${row.name} is cut`, () => {
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
    expect(decodeMediaPacket(hex(`30316364 81e2 0000 295696659617 01 04 ${'00'.repeat(20)}`), 6)).toMatchObject({
      reason: 'unknown data type and mark 0x04',
    })
  })

  it('has a head as long as its data type and its SIM ask for, for the four marks alone', () => {
    const lengths = (simLength: 6 | 10, mark: number) =>
      [0, 1, 2, 3, 4, 5, 15].map((dataType) => headLength((dataType << 4) | mark, simLength))
    for (const mark of [0, 1, 2, 3]) {
      expect(lengths(6, mark)).toEqual([30, 30, 30, 26, 18, 0, 0])
      expect(lengths(10, mark)).toEqual([34, 34, 34, 30, 22, 0, 0])
    }
    for (const mark of [4, 15]) expect(new Set(lengths(6, mark))).toEqual(new Set([0]))
  })

  it('begins with its four bytes and no others', () => {
    const bytes = hex(TABLE[0]!.bytes)
    for (const at of [0, 1, 2, 3]) {
      const other = bytes.slice()
      other[at] = other[at]! ^ 1
      expect(decodeMediaPacket(other, 6)).toMatchObject({ ok: false, offset: 0 })
    }
    expect(decodeMediaPacket(hex('303163'))).toMatchObject({ ok: false, reason: expect.stringContaining('are 3') })
    expect(decodeMediaPacket(hex('30316364'))).toMatchObject({ ok: false, offset: 4 })
  })

  it('is refused where it ends, with what it lacks', () => {
    const bytes = hex(TABLE[0]!.bytes)
    const cut = (length: number) => decodeMediaPacket(bytes.subarray(0, length), 6)
    expect(cut(15)).toEqual({ ok: false, offset: 15, reason: 'the head ends after 15 bytes' })
    expect(cut(16)).toEqual({ ok: false, offset: 16, reason: 'the head has 30 bytes, here are 16' })
    expect(cut(29)).toEqual({ ok: false, offset: 29, reason: 'the head has 30 bytes, here are 29' })
    expect(cut(30)).toEqual({ ok: false, offset: 30, reason: 'the body has 3 bytes, here are 0' })
    expect(cut(32)).toEqual({ ok: false, offset: 30, reason: 'the body has 3 bytes, here are 2' })
    expect(cut(33).ok).toBe(true)
    const large = bytes.slice()
    large.set([0x12, 0x34], 28)
    expect(decodeMediaPacket(large, 6)).toMatchObject({ reason: 'the body has 4660 bytes, here are 3' })
  })

  it('is read from a datagram with either SIM length, also when another packet stands behind it', () => {
    const bytes = hex(TABLE[1]!.bytes)
    expect(decodeMediaPacket(bytes)).toMatchObject({ ok: true, value: { dataType: 3 } })
    const others = hex(`30316364 81e2 0000 295696659617 01 00 ${'00'.repeat(12)} 0001 ff`)
    expect(decodeMediaPacket(others)).toMatchObject({ ok: true, value: { dataType: 0, bodyLength: 1 } })
    const two = hex(`30316364 81e2 0000 295696659617 01 00 ${'00'.repeat(12)} 0001 ff 30316364`)
    expect(decodeMediaPacket(two)).toMatchObject({ ok: true, value: { dataType: 0, bodyLength: 1 } })
  })

  it('has an empty body without pieces, and is written from several', () => {
    const empty = decodeMediaPacket(hex('30316364 81 db 0102 295696659617 02 40 0000'))
    expect(empty).toMatchObject({ ok: true, value: { bodyLength: 0, pieces: [], serial: 0x0102 } })
    const decoded = decodeMediaPacket(hex(TABLE[0]!.bytes))
    if (!decoded.ok) throw new Error(decoded.reason)
    const pieces = [Uint8Array.of(0xaa), Uint8Array.of(0xbb, 0xcc)]
    expect(toHex(encodeMediaPacket({ ...decoded.value, pieces }))).toBe(toHex(hex(TABLE[0]!.bytes)))
    const longest = { ...decoded.value, pieces: [new Uint8Array(65_535)], bodyLength: 65_535 }
    expect(encodeMediaPacket(longest)).toHaveLength(30 + 65_535)
  })

  it('keeps the lower 53 bits of its clock', () => {
    const timed = (time: string) => decodeMediaPacket(hex(`30316364 8106 0000 295696659617 01 30 ${time} 0000`), 6)
    const time = (timestampMs: number) => ({ ok: true, value: { timestampMs } })
    expect(timed('001fffffffffffff')).toMatchObject(time(2 ** 53 - 1))
    expect(timed('ffffffffffffffff')).toMatchObject(time(2 ** 53 - 1))
    expect(timed('ffe0000000000001')).toMatchObject(time(1))
    expect(timed('0001020304050607')).toMatchObject(time(0x01020304050607))
    const decoded = timed('001f020384050607')
    expect(decoded.ok && toHex(encodeMediaPacket(decoded.value)).slice(32, 48)).toBe('001f020384050607')
  })

  it('refuses to write what the fields cannot hold', () => {
    const decoded = decodeMediaPacket(hex(TABLE[0]!.bytes))
    if (!decoded.ok) throw new Error(decoded.reason)
    const packet = decoded.value
    expect(() => encodeMediaPacket({ ...packet, simRaw: new Uint8Array(7) })).toThrow('the SIM has 6 or 10 bytes')
    expect(() => encodeMediaPacket({ ...packet, dataType: 5 })).toThrow('data type 5 with mark 2 is not known')
    expect(() => encodeMediaPacket({ ...packet, bodyLength: 65_536 })).toThrow('a body has at most 65535 bytes')
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
