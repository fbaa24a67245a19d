import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeMediaHeader,
  liveStreamAddress,
  liveStreamSchema,
  MediaCodec,
  type MediaHeader,
  mayReconnect,
  parseMediaMessage,
  parseStreamCommand,
  parseStreamMessage,
  playbackStreamAddress,
  playbackStreamSchema,
  remoteStreamAddress,
  StreamClose,
} from './index.ts'

function message(header: MediaHeader, payload: Uint8Array): Uint8Array {
  return Uint8Array.from([...encodeMediaHeader(header, payload.length), ...payload])
}

describe('media messages', () => {
  // prettier-ignore
  const bytes = Uint8Array.from([
    0x56,
    0x46, // magic
    0x01, // version
    0x01, // kind: video
    98, // codec: H.264
    0x07, // flags: key frame, discontinuity, main stream
    0x03, // channel
    0x00, // zero
    0x00,
    0x00,
    0x01,
    0x9f,
    0x12,
    0x34,
    0x56,
    0x78, // timestamp
    0x00,
    0x00,
    0x00,
    0x2a, // sequence
    0x00,
    0x00,
    0x00,
    0x02, // payload length
    0xaa,
    0xbb, // payload
  ])
  const header: MediaHeader = {
    kind: 'video',
    codec: MediaCodec.h264,
    keyFrame: true,
    discontinuity: true,
    mainStream: true,
    channel: 3,
    timestampMs: 0x19f_1234_5678,
    sequence: 42,
  }

  it('[STRM-17] [STRM-18] [STRM-19] [STRM-20] the header is 24 big-endian bytes, written and read alike', () => {
    expect(message(header, Uint8Array.of(0xaa, 0xbb))).toEqual(bytes)
    expect(parseMediaMessage(bytes)).toEqual({ ...header, payload: Uint8Array.of(0xaa, 0xbb) })
  })

  it('[STRM-21] a message shorter than its header or with a wrong magic is nothing', () => {
    expect(parseMediaMessage(bytes.subarray(0, 23))).toBeNull()
    expect(parseMediaMessage(Uint8Array.from([0x57, ...bytes.subarray(1)]))).toBeNull()
    expect(parseMediaMessage(bytes.subarray(0, 25))).toBeNull()
  })

  it('a picture that is only needed by others has bit 3, one that is kept to be shown backwards bit 4', () => {
    const shown = { ...header, keyFrame: false, discontinuity: false, mainStream: false }
    const flagsOf = (how: Pick<MediaHeader, 'shown'>) => message({ ...shown, ...how }, new Uint8Array())[5]
    expect([flagsOf({}), flagsOf({ shown: 'never' }), flagsOf({ shown: 'later' })]).toEqual([0, 0b1000, 0b1_0000])
  })

  it(`any header comes back as it was`, () => {
    const headers: fc.Arbitrary<MediaHeader> = fc.record({
      kind: fc.constantFrom('video' as const, 'audio' as const),
      codec: fc.integer({ min: 0, max: 255 }),
      keyFrame: fc.boolean(),
      discontinuity: fc.boolean(),
      mainStream: fc.boolean(),
      channel: fc.integer({ min: 1, max: 255 }),
      timestampMs: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      sequence: fc.integer({ min: 0, max: 0xffff_ffff }),
    })
    const shown = fc.constantFrom({}, { shown: 'never' as const }, { shown: 'later' as const })
    const check = fc.property(headers, shown, fc.uint8Array({ maxLength: 50 }), (header, how, payload) => {
      const wanted = { ...header, ...how }
      expect(parseMediaMessage(message(wanted, payload))).toEqual({ ...wanted, payload })
    })
    fc.assert(check)
  })
})

describe('text messages', () => {
  it('[STRM-24] [STRM-25] [STRM-27] what the server says is read, anything else is nothing', () => {
    const info = { type: 'info', deviceid: '1', channels: [1], video: 98, audio: 0, sampleRate: 8000 }
    expect(parseStreamMessage(JSON.stringify(info))).toEqual(info)
    expect(parseStreamMessage('{"type":"state","state":"paused"}')).toEqual({ type: 'state', state: 'paused' })
    expect(parseStreamMessage('{"type":"ping"}')).toEqual({ type: 'ping' })
    expect(parseStreamMessage('{"type":"state","state":"dancing"}')).toBeNull()
    expect(parseStreamMessage('not json')).toBeNull()
  })

  it('[STRM-28] an unknown command is nothing', () => {
    expect(parseStreamCommand('{"cmd":"speed","value":0.5}')).toEqual({ cmd: 'speed', value: 0.5 })
    expect(parseStreamCommand('{"cmd":"seek","time":12.5}')).toEqual({ cmd: 'seek', time: 12.5 })
    expect(parseStreamCommand('{"cmd":"rewind"}')).toBeNull()
    expect(parseStreamCommand(`{"cmd":"stop","x":"${'x'.repeat(2000)}"}`)).toBeNull()
  })
})

describe('addresses', () => {
  const credentials = { user: 'Ann & Bob', password: 'AB'.repeat(32) }

  function query(address: string): Record<string, string> {
    return Object.fromEntries(new URL(address, 'http://server').searchParams)
  }

  it('[STRM-02] [STRM-29] a live stream has deviceid, channel, user and password', () => {
    const address = liveStreamAddress({ deviceid: '13800138000', channel: 2, ...credentials })
    expect(address).toBe(`/ws.cgi?deviceid=13800138000&channel=2&user=Ann%20%26%20Bob&password=${credentials.password}`)
    expect(liveStreamSchema.parse(query(address))).toEqual({ deviceid: '13800138000', channel: 2, ...credentials })
  })

  it('[STRM-07] [STRM-30] a playback stream has type, streamid and spbtime in unix seconds', () => {
    const parameters = {
      type: 'lopb',
      deviceid: 'bus-1',
      channel: 1,
      streamid: 7,
      spbtime: 1_790_000_000,
      ...credentials,
    }
    const address = playbackStreamAddress({ ...parameters, type: 'lopb' })
    expect(playbackStreamSchema.parse(query(address))).toEqual(parameters)
    expect(playbackStreamSchema.safeParse({ ...query(address), spbtime: 'now' }).success).toBe(false)
    expect(playbackStreamSchema.safeParse({ ...query(address), streamid: '4294967296' }).success).toBe(false)
  })

  it('[API2-172] [API2-173] every stream is at ws.cgi with the device and who asks; a playback adds what is to be played', () => {
    const who = { deviceid: 'bus-1', channel: 1, ...credentials }
    const played = { type: 'lopb' as const, ...who, streamid: 7, spbtime: 1_790_000_000 }
    const ofDevice = { ...played, type: 'repb' as const, duration: 60, chs: '3', speed: 2, cover: 1, main: 1 }
    const addresses = [
      [liveStreamAddress(who), who],
      [playbackStreamAddress(played), played],
      [remoteStreamAddress(ofDevice), ofDevice],
    ] as const
    for (const [address, parameters] of addresses) {
      expect(new URL(address, 'http://server').pathname).toBe('/ws.cgi')
      expect(query(address)).toEqual(
        Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
      )
    }
  })

  it('[STRM-26] [STRM-27] only answers that may change are asked again', () => {
    expect(Object.values(StreamClose).filter(mayReconnect)).toEqual([4409, 4429, 4500])
    expect(mayReconnect(1006)).toBe(true)
  })
})
