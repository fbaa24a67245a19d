import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeMediaHeader, MediaCodec } from '@fleetglass/contract/streams'
import { TALK_FRAME_SAMPLES, type TalkRow, talkAudioPath, talkLogPath } from '@fleetglass/contract/talk'
import {
  addChipHeader,
  audioDecoder,
  audioEncoder,
  encodeALaw,
  hasChipHeader,
  stripChipHeader,
} from '@fleetglass/media'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { type ChannelClient, sha256 } from '../../../test/channel-client.ts'
import { TalkDevice, type TalkDeviceOptions } from '../../../test/devices/talk-device.ts'
import { failedCall, failedStream } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer, until } from '../../../test/harness.ts'
import { StreamClient } from '../../../test/stream-client.ts'

/** 40 ms of a tone that no silence is like. */
function tone(hz: number, frame: number): Int16Array {
  return Int16Array.from({ length: TALK_FRAME_SAMPLES }, (_, at) =>
    Math.round(8000 * Math.sin((2 * Math.PI * hz * (frame * TALK_FRAME_SAMPLES + at)) / 8000)),
  )
}

/** How often the sign changes in a second: twice the frequency of a tone. */
function hertzOf(samples: Int16Array): number {
  let changes = 0
  for (let at = 1; at < samples.length; at++) if (samples[at]! < 0 !== samples[at - 1]! < 0) changes += 1
  return (changes / 2 / samples.length) * 8000
}

function joined(parts: readonly Int16Array[]): Int16Array {
  return Int16Array.from(parts.flatMap((part) => [...part]))
}

describe('talks', () => {
  let server: TestServer
  let admin: ChannelClient
  let terminals = 13_900_000_000
  const opened: { close(): Promise<unknown> }[] = []

  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.login()
    await addUsers(server, { name: 'mute', permission: 4, access: '1'.repeat(12) }, { name: 'own', permission: 2 })
  })

  afterEach(async () => {
    for (const one of opened.splice(0).reverse()) await one.close()
  })

  afterAll(async () => {
    await admin.close()
    await server.close()
  })

  async function device(options: TalkDeviceOptions = {}): Promise<{ id: string; vehicle: TalkDevice }> {
    terminals += 1
    const id = String(terminals)
    await admin.request('D01', { A: id, C: '4', F: '0' })
    const vehicle = await TalkDevice.connect(server.ports.signalling, id, options)
    opened.push(vehicle)
    return { id, vehicle }
  }

  async function talk(id: string, over: Record<string, string | number> = {}): Promise<StreamClient> {
    const client = await StreamClient.open(server.ports.streams, { type: 'talk', deviceid: id, channel: 1, ...over })
    opened.push(client)
    return client
  }

  /** An operator with a connection: `speak` is the microphone. */
  async function openTalk(options: TalkDeviceOptions = {}, firstWord = encodeALaw(tone(400, 0)), codec = 6) {
    const { id, vehicle } = await device(options)
    const operator = await talk(id)
    await vehicle.connected()
    vehicle.say(codec, firstWord)
    await operator.until(() => operator.states.includes('playing'), 'the line is open')
    const encoder = audioEncoder(MediaCodec.g726, { bits: 4, packing: 'little' })!
    let sent = 0
    const speak = (samples: Int16Array): void => {
      operator.socket.send(audioMessage(encoder(samples), sent))
      sent += 1
    }
    return { id, vehicle, operator, speak }
  }

  it('[STRM-04] [TALK-13] the device is opened on its talk channel with data type 2, and closed with control 4', async () => {
    const { id, vehicle } = await device()
    await admin.request('D04', { A: id }, JSON.stringify({ talkch: 3 }))
    const operator = await talk(id)
    await vehicle.connected()
    expect(vehicle.asked).toEqual([{ dataType: 2, channel: 3 }])
    vehicle.say(MediaCodec.g711a, encodeALaw(tone(400, 0)))
    await operator.until(() => operator.states.includes('playing'), 'the line is open')
    await operator.close()
    await until('the device is notified', () => vehicle.ended.length === 1)
    expect(vehicle.ended).toEqual([{ channel: 3, command: 4 }])
    await until('the line is closed', () => vehicle.line?.destroyed)
  })

  it('[TALK-12] [TALK-14] G.726 goes through as it is, and what the device says comes back as it was', async () => {
    const encoder = audioEncoder(MediaCodec.g726, { bits: 4, packing: 'little' })!
    const first = encoder(tone(400, 0))
    const { vehicle, operator, speak } = await openTalk({}, first, MediaCodec.g726)
    for (let frame = 0; frame < 3; frame++) speak(tone(1000, frame))
    await until('the device has received it', () => vehicle.received.length === 3)
    const own = audioEncoder(MediaCodec.g726, { bits: 4, packing: 'little' })!
    expect(vehicle.bodies).toEqual([0, 1, 2].map((frame) => own(tone(1000, frame))))
    expect(vehicle.received.map(({ serial, payloadType, channel }) => ({ serial, payloadType, channel }))).toEqual(
      [0, 1, 2].map((serial) => ({ serial, payloadType: MediaCodec.g726, channel: 1 })),
    )
    expect(vehicle.received[0]?.simRaw).toEqual(vehicle.signalling.terminalRaw)
    await operator.until(() => operator.media.length === 1, 'the sound of the device arrives')
    expect(operator.media[0]).toMatchObject({ kind: 'audio', codec: MediaCodec.g726, channel: 1 })
    expect(Uint8Array.from(operator.media[0]!.payload)).toEqual(first)
    expect(operator.texts.at(-1)).toMatchObject({ type: 'info', audio: MediaCodec.g726, sampleRate: 8000 })
  })

  it.each([
    ['G.711 A-law', MediaCodec.g711a, 160, false],
    ['G.711 µ-law with the chip header', MediaCodec.g711u, 320, true],
    ['ADPCM with the chip header', MediaCodec.adpcm, 164, true],
  ])('[TALK-12] [TALK-13] a device that talks in %s receives frames in it', async (_, codec, bytes, chip) => {
    const own = audioEncoder(codec, { bits: 4, packing: 'little' })!
    const samples = codec === MediaCodec.adpcm ? TALK_FRAME_SAMPLES : bytes
    const word = own(tone(400, 0).slice(0, samples))
    const { vehicle, speak } = await openTalk({}, chip ? addChipHeader(word) : word, codec)
    for (let frame = 0; frame < 10; frame++) speak(tone(1000, frame))
    await until('the device has received it', () => vehicle.received.length === (10 * TALK_FRAME_SAMPLES) / samples)
    const decode = audioDecoder(codec)!
    const received = vehicle.bodies.map((body) => {
      expect(hasChipHeader(body)).toBe(chip)
      expect(stripChipHeader(body)).toHaveLength(bytes)
      const decoded = decode(stripChipHeader(body))
      return decoded.ok ? decoded.value : new Int16Array(0)
    })
    expect(Math.abs(hertzOf(joined(received)) - 1000)).toBeLessThan(30)
  })

  it('[TALK-13] a device that says in 0x1003 what it takes and says nothing else is spoken to in it', async () => {
    const { id, vehicle } = await device({ abilities: { audioCodec: MediaCodec.g711a, audioFrameBytes: 160 } })
    const operator = await talk(id)
    await vehicle.connected()
    await operator.until(() => operator.states.includes('playing'), 'a silent line is taken for it')
    operator.socket.send(audioMessage(new Uint8Array(160), 0))
    await until('the device receives two frames', () => vehicle.received.length === 2)
    expect(vehicle.received.map(({ payloadType, bodyLength }) => [payloadType, bodyLength])).toEqual([
      [MediaCodec.g711a, 160],
      [MediaCodec.g711a, 160],
    ])
  })

  it('[TALK-13] the operator hears a device that accepts AAC and is warned that it cannot hear them, until it uses another codec', async () => {
    const aac = Uint8Array.of(0xff, 0xf1, 0x6c, 0x40, 0x01, 0x1f, 0xfc, 0)
    const { vehicle, operator, speak } = await openTalk({}, aac, MediaCodec.aac)
    const last = () => operator.texts.findLast((text) => text.type === 'state')
    await operator.until(() => last()?.talk?.kind === 'mute', 'the operator is notified')
    expect(last()).toMatchObject({ detail: expect.stringContaining('does not hear'), talk: { codec: MediaCodec.aac } })
    await operator.until(() => operator.media.length === 1, 'the sound of the device arrives')
    vehicle.say(MediaCodec.g711a, encodeALaw(tone(400, 0)))
    await operator.until(() => last()?.talk?.kind === 'open', 'the operator is notified that the device receives sound')
    speak(tone(1000, 0))
    await until("the device receives the operator's sound", () => vehicle.received.length === 1)
    expect(vehicle.received[0]?.payloadType).toBe(MediaCodec.g711a)
  })

  it('[TALK-15] a second talk with one device is refused with "device busy", and the first goes on', async () => {
    const { id, vehicle, speak } = await openTalk()
    const second = await talk(id)
    expect(await second.closed).toEqual({ code: 4429, reason: 'device busy' })
    expect(second.texts).toEqual([failedStream('device-busy')])
    speak(tone(1000, 0))
    await until('the sound of the first still arrives', () => vehicle.received.length === 1)
    expect(vehicle.asked).toHaveLength(1)
  })

  it('[TALK-06] [TALK-07] asks for the right and for a device that is online', async () => {
    const { id, vehicle } = await device()
    const mute = await talk(id, { user: 'mute', password: sha256(ADMIN_PASSWORD) })
    expect((await mute.closed).code).toBe(4403)
    expect((await (await talk('nobody')).closed).code).toBe(4404)
    await vehicle.close()
    const offline = async () => (await (await talk(id)).closed).code === 4409
    await until('the device is offline', offline)
  })

  it('[TALK-16] the talk ends when the device goes offline', async () => {
    const { vehicle, operator } = await openTalk()
    await vehicle.signalling.close()
    expect(await operator.closed).toEqual({ code: 4409, reason: 'The device is offline.' })
    expect(operator.texts.at(-1)).toEqual(failedStream('stream-offline'))
    await until('its line is closed', () => vehicle.line?.destroyed)
  })

  it('reports that the device refuses, and that it closes its connection', async () => {
    const { id } = await device({ result: 3 })
    const refused = await talk(id)
    expect((await refused.closed).code).toBe(4500)
    expect(refused.texts.at(-1)).toEqual(failedStream('stream-refused'))
    const { vehicle, operator } = await openTalk()
    vehicle.line?.destroy()
    expect((await operator.closed).code).toBe(4500)
    expect(operator.texts.at(-1)).toEqual(failedStream('stream-closed'))
  })

  it('a camera on the same channel is no talk, whichever line comes first', async () => {
    const { id, vehicle } = await device()
    const operator = await talk(id)
    const camera = await vehicle.connected()
    // This line begins with sound and goes on with a picture: it was a camera's, which no client requested.
    vehicle.say(MediaCodec.g711a, encodeALaw(tone(400, 0)))
    await operator.until(() => operator.states.includes('playing'), 'it is taken for the talk')
    vehicle.show(Uint8Array.of(0, 0, 0, 1, 0x67, 1, 2, 3))
    await operator.until(() => operator.states.at(-1) === 'buffering', 'the mistake is seen')
    await until('the line is closed', () => camera.destroyed)
    expect(vehicle.ended).toEqual([])
  })

  it('[TALK-08] hostile audio of an operator reaches no device: codecs other than G.726, no or too long bodies, rubbish, a flood', async () => {
    const { vehicle, operator, speak } = await openTalk()
    const send = (codec: number, bytes: number) => operator.socket.send(audioMessage(new Uint8Array(bytes), 0, codec))
    send(MediaCodec.g711a, 160)
    send(MediaCodec.g726, 0)
    send(MediaCodec.g726, 321)
    operator.socket.send(new Uint8Array(3))
    operator.socket.send('{"cmd":"dance"}')
    const beginMs = performance.now()
    for (let frame = 0; frame < 300; frame++) speak(tone(1000, frame))
    await until('what is allowed has come', () => vehicle.received.length >= 40)
    operator.say({ cmd: 'nothing' })
    await operator.close()
    await until('the device is notified', () => vehicle.ended.length === 1)
    // Fifty in each second of the clock, of which the first and the last are cut.
    const seconds = 2 + Math.floor((performance.now() - beginMs) / 1000)
    expect(vehicle.received.length).toBeLessThanOrEqual(50 * seconds)
  })

  describe('the log', () => {
    const rows = async (
      claim: { username: string; password: string; member?: string } = {
        username: ADMIN,
        password: sha256(ADMIN_PASSWORD),
      },
      deviceid = '',
    ): Promise<TalkRow[]> => {
      const range = { afterUpdatetime: '2020-01-01T00:00:00+00:00', beforeUpdatetime: '2100-01-01T00:00:00+00:00' }
      const body = JSON.stringify({ ...claim, ...range, deviceid })
      const headers = { 'content-type': 'application/json' }
      return (await (await fetch(server.url + talkLogPath, { method: 'POST', body, headers })).json()) as TalkRow[]
    }
    const audio = (path: string, user = ADMIN) =>
      fetch(`${server.url}${path}?user=${user}&password=${sha256(ADMIN_PASSWORD)}`)

    it('[CONST0-21] [API2-135] takes its range as ISO times with an offset, and refuses a time without one', async () => {
      const { id, operator } = await openTalk()
      const ask = async (afterUpdatetime: string, beforeUpdatetime: string) => {
        const claim = { username: ADMIN, password: sha256(ADMIN_PASSWORD) }
        const body = JSON.stringify({ ...claim, afterUpdatetime, beforeUpdatetime, deviceid: id })
        const headers = { 'content-type': 'application/json' }
        return (await fetch(server.url + talkLogPath, { method: 'POST', body, headers })).json()
      }
      await operator.close()
      const { begintime } = await until('the talk is in the log', async () => (await rows(undefined, id))[0])
      /** The same instant as a clock of that zone shows it. */
      const at = (unixS: number, hours: number) =>
        `${new Date((unixS + hours * 3600) * 1000).toISOString().slice(0, 19)}${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
      for (const hours of [0, 8, -5]) {
        expect(await ask(at(begintime - 1, hours), at(begintime + 2, hours))).toHaveLength(1)
        expect(await ask(at(begintime + 2, hours), at(begintime + 9, hours))).toEqual([])
      }
      for (const time of ['2026-01-05 10:00:00', '2026-01-05T10:00:00']) {
        expect(await ask(time, '2100-01-01T00:00:00Z')).toMatchObject({ hasError: true })
      }
    })

    it('[TALKLOG-10] [TALKLOG-12] [TALKLOG-13] [API2-136] keeps both sides of a talk in one file, and gives each and both as WAV with one channel of 8000 Hz', async () => {
      const { id, vehicle, operator, speak } = await openTalk()
      for (let frame = 1; frame < 30; frame++) {
        vehicle.say(MediaCodec.g711a, encodeALaw(tone(400, frame)))
        speak(tone(1000, frame))
      }
      await operator.until(() => operator.media.length === 30, 'the sound of the device arrives')
      await until('the sound of the operator arrives', () => vehicle.received.length === 29)
      await operator.close()
      const row = await until('the row is closed', async () =>
        (await rows(undefined, id)).find(({ endtime }) => endtime),
      )
      expect(row).toMatchObject({ username: ADMIN, sourceip: '127.0.0.1', deviceid: id, type: 'talk', result: '' })
      expect(row).toMatchObject({ sourceaudio: 1, mdvraudio: 1, mergeaudio: 1 })
      for (const [side, hertz] of [
        ['source', 1000],
        ['mdvr', 400],
      ] as const) {
        const samples = await samplesOf(await audio(talkAudioPath(row, side)))
        expect(Math.abs(hertzOf(loudPart(samples)) - hertz)).toBeLessThan(hertz / 20)
      }
      const merged = await samplesOf(await audio(talkAudioPath(row, 'merge')))
      expect(merged.length).toBeGreaterThanOrEqual(29 * TALK_FRAME_SAMPLES)
      // The file on the disk is a WAV with two channels of its own.
      const day = new Date(row.begintime * 1000).toISOString().slice(0, 10).replaceAll('-', '')
      const head = readFileSync(fileBelow(join(server.data, 'talks', day), row.begintime))
      expect([head.toString('latin1', 0, 4), head.readUInt16LE(22), head.readUInt32LE(24)]).toEqual(['RIFF', 2, 8000])
      expect(head.length).toBe(44 + head.readUInt32LE(40))
    })

    it('keeps what a device of another rate says as it was, also when a slow link brings it in one burst', async () => {
      const encoder = audioEncoder(MediaCodec.g726, { bits: 3, packing: 'little' })!
      const { id, vehicle, operator } = await openTalk({}, encoder(tone(400, 0)), MediaCodec.g726)
      for (let frame = 1; frame < 30; frame++) vehicle.say(MediaCodec.g726, encoder(tone(400, frame)))
      await operator.until(() => operator.media.length === 30, 'the sound of the device arrives')
      await operator.close()
      const row = await until('the row is closed', async () =>
        (await rows(undefined, id)).find(({ endtime }) => endtime),
      )
      // The first moment arrives before its rate is detected.
      const samples = (await samplesOf(await audio(talkAudioPath(row, 'mdvr')))).slice(-20 * TALK_FRAME_SAMPLES)
      expect(Math.abs(hertzOf(loudPart(samples)) - 400)).toBeLessThan(20)
    })

    it('[TALKLOG-14] [API2-137] shows others only their own talks, whatever member they name, and no path leads out of the folder', async () => {
      const { id, vehicle } = await device()
      const operator = await talk(id)
      await vehicle.connected()
      vehicle.say(MediaCodec.g711a, encodeALaw(tone(400, 0)))
      await operator.until(() => operator.media.length === 1, 'the sound of the device arrives')
      await operator.close()
      const [row] = await until('it is closed', async () => {
        const found = await rows(undefined, id)
        return found[0]?.endtime ? found : null
      })
      expect(row).toMatchObject({ sourceaudio: 0, mdvraudio: 1, mergeaudio: 0 })
      const theirs = (member: string) => rows({ username: 'own', password: sha256(ADMIN_PASSWORD), member })
      for (const member of ['', ADMIN]) expect(await theirs(member)).toEqual([])
      const other = await device()
      const own = await talk(other.id, { user: 'own' })
      await other.vehicle.connected()
      await own.close()
      await until('their talk is in the log', async () => (await theirs('')).length > 0)
      for (const member of ['', ADMIN, 'own']) {
        expect((await theirs(member)).map(({ username, deviceid }) => [username, deviceid])).toEqual([
          ['own', other.id],
        ])
      }
      expect((await audio(talkAudioPath(row!, 'mdvr'), 'own')).status).toBe(404)
      expect((await audio(talkAudioPath(row!, 'mdvr'))).status).toBe(200)
      const source = await audio(talkAudioPath(row!, 'source'))
      expect([source.status, await source.json()]).toEqual([404, failedCall('unknown-file')])
      expect((await audio(talkAudioPath(row!, 'mdvr'), 'mute')).status).toBe(403)
      expect((await audio(talkAudioPath(row!, 'mdvr'), 'nobody')).status).toBe(401)
      for (const name of ['..%2f..%2flock.sqlite', `${row!.begintime}_${row!.serialno}_all.wav`]) {
        expect((await audio(`/gklog/talkaudio/${name}`)).status).toBe(404)
      }
      expect(await (await audio('/gklog/talkaudio/1_2_source.wav%00')).json()).toMatchObject({ hasError: true })
    })
  })
})

function audioMessage(payload: Uint8Array, sequence: number, codec: number = MediaCodec.g726): Buffer {
  const flags = { keyFrame: true, discontinuity: sequence === 0, mainStream: false }
  const head = {
    kind: 'audio',
    codec,
    channel: 1,
    timestampMs: 1_790_000_000_000 + sequence * 40,
    sequence,
    ...flags,
  } as const
  return Buffer.concat([encodeMediaHeader(head, payload.length), payload])
}

async function samplesOf(answer: Response): Promise<Int16Array> {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('audio/wav')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(44 + bytes.readUInt32LE(40))
  expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([1, 8000, 16])
  return Int16Array.from({ length: (bytes.length - 44) / 2 }, (_, at) => bytes.readInt16LE(44 + at * 2))
}

/** From the first to the last sample that is no silence. */
function loudPart(samples: Int16Array): Int16Array {
  const isLoud = (sample: number): boolean => Math.abs(sample) > 2000
  return samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud))
}

function fileBelow(folder: string, begintime: number): string {
  const name = readdirSync(folder).find((one) => one.startsWith(String(begintime)))
  return join(folder, name ?? 'the file of the talk')
}
