import { fromHex, toHex } from '@fleetglass/bytes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeSignalling,
  decodeVideoParameter,
  encodeSignalling,
  encodeVideoParameter,
  type Signalling,
  type VideoParameterValue,
} from './catalogue.ts'

const bytes = (text: string): Uint8Array => fromHex(text.replace(/#.*$/gm, '').replace(/\s/g, ''))
const time = (text: string): number => Date.parse(`${text}Z`) / 1000

const MESSAGES: readonly { readonly id: number; readonly hex: string; readonly value: Signalling }[] = [
  { id: 0x9003, hex: '', value: { name: 'askCodecAbilities', body: {} } },
  {
    id: 0x1003,
    hex: `
      06    # G.711A
      01    # one channel
      00    # 8 kHz
      01    # 16 bits
      0140  # 320 bytes a frame
      01    # audio output
      62    # H.264
      02 04 # at most 2 audio, 4 video channels`,
    value: {
      name: 'codecAbilities',
      body: {
        audioCodec: 6,
        audioChannels: 1,
        sampleRateCode: 0,
        sampleBitsCode: 1,
        audioFrameBytes: 320,
        audioOutput: true,
        videoCodec: 98,
        maxAudioChannels: 2,
        maxVideoChannels: 4,
      },
    },
  },
  {
    id: 0x1005,
    hex: '261121080000 261121090000 0003 0002 # from, to, on, off',
    value: {
      name: 'passengerCount',
      body: { fromLocalS: time('2026-11-21T08:00:00'), toLocalS: time('2026-11-21T09:00:00'), gotOn: 3, gotOff: 2 },
    },
  },
  {
    id: 0x9101,
    hex: `
      09 3132372e302e302e31  # 127.0.0.1
      1ba6 0000              # TCP 7078, no UDP
      02 00 01               # channel, audio and video, sub`,
    value: {
      name: 'liveRequest',
      body: { host: '127.0.0.1', tcpPort: 7078, udpPort: 0, channel: 2, dataType: 0, stream: 1 },
    },
  },
  {
    id: 0x9102,
    hex: '02 01 00 01 # channel, change stream, closes, sub',
    value: { name: 'liveControl', body: { channel: 2, command: 1, closes: 0, stream: 1 } },
  },
  { id: 0x9105, hex: '03 0c # channel, percent', value: { name: 'lossReport', body: { channel: 3, lossPercent: 12 } } },
  {
    id: 0x9205,
    hex: `
      00                         # all channels
      261121000000 000000000000  # from, open
      0000000100000002           # alarms
      00 02 01                   # audio and video, sub, main storage`,
    value: {
      name: 'listRecordings',
      body: {
        channel: 0,
        fromLocalS: time('2026-11-21T00:00:00'),
        toLocalS: null,
        alarmBits: 0x1_0000_0002n,
        resource: 0,
        stream: 2,
        storage: 1,
      },
    },
  },
  {
    id: 0x1205,
    hex: `
      0007 00000001              # answers serial 7, one entry
      01                         # channel
      261121080000 261121083000  # begin, end
      0000000000000000           # no alarm
      02 01 01                   # video, main, main storage
      00100000                   # 1 MiB`,
    value: {
      name: 'recordingList',
      body: {
        replySerial: 7,
        entries: [
          {
            channel: 1,
            beginLocalS: time('2026-11-21T08:00:00'),
            endLocalS: time('2026-11-21T08:30:00'),
            alarmBits: 0n,
            resource: 2,
            stream: 1,
            storage: 1,
            sizeBytes: 1_048_576,
          },
        ],
      },
    },
  },
  {
    id: 0x9201,
    hex: `
      03 612e62 1ba6 0000        # a.b, ports
      04 00 01 01 01 03          # channel, resource, main, main storage, fast, ×4
      261121080000 000000000000  # from, to the end`,
    value: {
      name: 'playbackRequest',
      body: {
        host: 'a.b',
        tcpPort: 7078,
        udpPort: 0,
        channel: 4,
        resource: 0,
        stream: 1,
        storage: 1,
        way: 1,
        speedCode: 3,
        fromLocalS: time('2026-11-21T08:00:00'),
        toLocalS: null,
      },
    },
  },
  {
    id: 0x9202,
    hex: '04 05 00 261121081500 # channel, go to, no speed, place',
    value: {
      name: 'playbackControl',
      body: { channel: 4, command: 5, speedCode: 0, positionLocalS: time('2026-11-21T08:15:00') },
    },
  },
  {
    id: 0x9206,
    hex: `
      03 612e62 1b6d   # a.b:7021
      01 75 01 70      # user u, password p
      04 2f696e62      # /inb
      01 261121080000 261121090000 0000000000000000
      00 01 01 04      # both, main, main storage, on 4G`,
    value: {
      name: 'uploadRequest',
      body: {
        host: 'a.b',
        port: 7021,
        user: 'u',
        password: 'p',
        directory: '/inb',
        channel: 1,
        fromLocalS: time('2026-11-21T08:00:00'),
        toLocalS: time('2026-11-21T09:00:00'),
        alarmBits: 0n,
        resource: 0,
        stream: 1,
        storage: 1,
        networkBits: 4,
      },
    },
  },
  { id: 0x1206, hex: '0102 01 # serial, failed', value: { name: 'uploadDone', body: { replySerial: 258, result: 1 } } },
  {
    id: 0x9207,
    hex: '0102 02 # serial, cancel',
    value: { name: 'uploadControl', body: { requestSerial: 258, command: 2 } },
  },
  { id: 0x9301, hex: '01 03 80', value: { name: 'cameraTurn', body: { channel: 1, direction: 3, speed: 128 } } },
  { id: 0x9302, hex: '01 01', value: { name: 'cameraFocus', body: { channel: 1, direction: 1 } } },
  { id: 0x9303, hex: '01 00', value: { name: 'cameraIris', body: { channel: 1, direction: 0 } } },
  { id: 0x9304, hex: '01 01', value: { name: 'cameraWiper', body: { channel: 1, state: 1 } } },
  { id: 0x9305, hex: '01 01', value: { name: 'cameraInfrared', body: { channel: 1, state: 1 } } },
  { id: 0x9306, hex: '01 00', value: { name: 'cameraZoom', body: { channel: 1, direction: 0 } } },
]

const STREAM = { mode: 0, sizeCode: 5, keyFrameInterval: 50, framesPerS: 25, bitRateKbps: 2_000 }
const STREAM_HEX = '00 05 0032 19 000007d0 # CBR, 720p, key frame every 50, 25/s, 2000 kbit/s'

const PARAMETERS: readonly { readonly id: number; readonly hex: string; readonly value: VideoParameterValue }[] = [
  {
    id: 0x0075,
    hex: `${STREAM_HEX}
      ${STREAM_HEX}
      0007 01 # time, plate and channel in the picture, audio output`,
    value: { name: 'video', body: { live: STREAM, stored: STREAM, overlayBits: 7, audioOutput: true } },
  },
  {
    id: 0x0076,
    hex: '01 01 00  01 02 00 01  02 21 01 00 # counts, then physical, logical, kind, can turn',
    value: {
      name: 'channelTable',
      body: {
        audioAndVideoCount: 1,
        audioCount: 1,
        videoCount: 0,
        entries: [
          { physical: 1, logical: 2, kind: 0, canTurn: true },
          { physical: 2, logical: 33, kind: 1, canTurn: false },
        ],
      },
    },
  },
  {
    id: 0x0077,
    hex: `01 03
      ${STREAM_HEX}
      ${STREAM_HEX}
      0001`,
    value: {
      name: 'channelVideo',
      body: { channels: [{ channel: 3, live: STREAM, stored: STREAM, overlayBits: 1 }] },
    },
  },
  {
    id: 0x0079,
    hex: '14 05 01',
    value: { name: 'alarmRecording', body: { storagePercent: 20, durationMinutes: 5, beforeMinutes: 1 } },
  },
  { id: 0x007a, hex: '80000001', value: { name: 'videoAlarmMask', body: { maskedBits: 0x8000_0001 } } },
  {
    id: 0x007b,
    hex: '06 32',
    value: { name: 'pictureAnalysis', body: { passengersAllowed: 6, fatigueThreshold: 50 } },
  },
  {
    id: 0x007c,
    hex: '02 01 1f 01  0630 2200  0000 0000  0000 0000  0000 0000',
    value: {
      name: 'sleepAndWake',
      body: {
        modeBits: 2,
        conditionBits: 1,
        weekdayBits: 0x1f,
        periodBits: 1,
        periods: [
          { on: '0630', off: '2200' },
          { on: '0000', off: '0000' },
          { on: '0000', off: '0000' },
          { on: '0000', off: '0000' },
        ],
      },
    },
  },
]

describe('signalling bodies', () => {
  for (const row of MESSAGES) {
    it(`reads and writes 0x${row.id.toString(16)} ${row.value.name}`, () => {
      const body = bytes(row.hex)
      expect(decodeSignalling(row.id, body)).toEqual({ ok: true, value: row.value })
      const encoded = encodeSignalling(row.value)
      expect(encoded.messageId).toBe(row.id)
      expect(toHex(encoded.body)).toBe(toHex(body))
      for (let length = 0; length < body.length; length++) {
        expect(decodeSignalling(row.id, body.subarray(0, length))?.ok, `cut to ${length} bytes`).toBe(false)
      }
    })
  }

  it('keeps up to two bytes that some platforms send behind the body', () => {
    const row = MESSAGES.find((each) => each.id === 0x9101)!
    const body = bytes(`${row.hex.replace(/#.*$/gm, '')} 0000`)
    const decoded = decodeSignalling(0x9101, body)
    expect(decoded).toEqual({ ok: true, value: { ...row.value, extra: new Uint8Array(2) } })
    expect(decoded?.ok && toHex(encodeSignalling(decoded.value).body)).toBe(toHex(body))
  })

  it('refuses a list that announces more than it has before anything is made for it', () => {
    expect(decodeSignalling(0x1205, bytes('0007 ffffffff'))).toEqual({
      ok: false,
      offset: 2,
      reason: '4294967295 recordings announced, bytes for 0',
    })
  })

  it('gives no time for digits that are none', () => {
    for (const digits of [
      '261321000000',
      '260230000000',
      '2611210a0000',
      '261121250000',
      '261121006000',
      'ffffffffffff',
    ]) {
      const decoded = decodeSignalling(0x9202, bytes(`01 05 00 ${digits}`))
      expect(decoded, digits).toMatchObject({ ok: true, value: { body: { positionLocalS: null } } })
    }
  })

  it('does not know numbers of other standards', () => {
    expect(decodeSignalling(0x0200, new Uint8Array(28))).toBeNull()
    expect(decodeVideoParameter(0x0001, new Uint8Array(4))).toBeNull()
  })

  it('refuses texts and years that do not fit', () => {
    const host = 'x'.repeat(256)
    const value: Signalling = {
      name: 'liveRequest',
      body: { host, tcpPort: 1, udpPort: 0, channel: 1, dataType: 0, stream: 0 },
    }
    expect(() => encodeSignalling(value)).toThrow('at most 255')
    const late: Signalling = {
      name: 'playbackControl',
      body: { channel: 1, command: 5, speedCode: 0, positionLocalS: time('2100-01-01T00:00:00') },
    }
    expect(() => encodeSignalling(late)).toThrow('two digits')
  })

  it('never throws on bytes from the wire', () => {
    const id = fc.constantFrom(...MESSAGES.map((row) => row.id))
    fc.assert(
      fc.property(id, fc.uint8Array({ maxLength: 120 }), (messageId, body) => {
        const decoded = decodeSignalling(messageId, body)
        if (decoded?.ok) expect(encodeSignalling(decoded.value).messageId).toBe(messageId)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('parameters 0x0075 to 0x007C', () => {
  for (const row of PARAMETERS) {
    it(`reads and writes 0x${row.id.toString(16).padStart(4, '0')} ${row.value.name}`, () => {
      const value = bytes(row.hex)
      expect(decodeVideoParameter(row.id, value)).toEqual({ ok: true, value: row.value })
      expect(encodeVideoParameter(row.value)).toEqual({ parameterId: row.id, value })
      for (let length = 0; length < value.length; length++) {
        expect(decodeVideoParameter(row.id, value.subarray(0, length))?.ok, `cut to ${length} bytes`).toBe(false)
      }
    })
  }

  it('never throws on bytes from the wire', () => {
    const id = fc.constantFrom(...PARAMETERS.map((row) => row.id))
    fc.assert(
      fc.property(id, fc.uint8Array({ maxLength: 120 }), (parameterId, value) => {
        const decoded = decodeVideoParameter(parameterId, value)
        if (decoded?.ok) expect(encodeVideoParameter(decoded.value).parameterId).toBe(parameterId)
      }),
      { numRuns: 2_000 },
    )
  })
})
