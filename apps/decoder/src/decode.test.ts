import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { humanField } from './human-values.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const COLLECTION = join(import.meta.dirname, '../../../../shared/device-frames')

/** Header and body as a frame in hex: checksum appended, escaped, delimited. */
function frame(content: string): string {
  const bytes = Buffer.from(content, 'hex')
  const sum = bytes.reduce((total, byte) => total ^ byte, 0)
  const escaped = [...bytes, sum].map((byte) => (byte === 0x7e ? '7d02' : byte === 0x7d ? '7d01' : hexOf(byte)))
  return `7e${escaped.join('')}7e`
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

const position = (time: string, items: string): string => {
  const body = `000000010004000600ba7f0e07e4f11c0028025800b4${time}${items}`
  return frame(`0200${(body.length / 2).toString(16).padStart(4, '0')}0139123456780007${body}`)
}

/** A media packet with six SIM bytes. */
const media = (serial: number): Buffer => {
  const head = `30316364816200${hexOf(serial)}01234567899901010000016bb392cf2c00000028`
  return Buffer.from(`${head}0003aabbcc`, 'hex')
}

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'decode-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

describe('fleetglass decode', () => {
  it('prints one object for each line, in order, and 0 when all was read', async () => {
    const lines = [
      frame('000200000139123456780001'),
      position('251025055706', '0104000000640202003730011f31010f150400000005ef02abcd'),
      frame('810400000139123456780002'),
    ]
    const { code, objects } = await decode(lines.join('\n'))
    expect(code).toBe(0)
    expect(objects.map((object) => object.messageId)).toEqual(['0x0002', '0x0200', '0x8104'])
    expect(objects[1]).toEqual({
      ok: true,
      messageId: '0x0200',
      version: '2013',
      terminalId: '13912345678',
      serial: 7,
      name: 'position',
      body: {
        timeUtc: '2025-10-24T21:57:06.000Z',
        lat: -12.222222,
        lng: 132.444444,
        speedKmh: 60,
        headingDeg: 180,
        altitudeM: 40,
        alarms: ['emergency'],
        status: ['located', 'south', 'gpsUsed'],
        items: {
          odometerKm: 10,
          fuelL: 5.5,
          signal: 31,
          satellites: 15,
          videoLossChannels: [1, 3],
          '0xef': 'abcd',
        },
      },
    })
  })

  it('takes the zone of the device, and tells no time where there is none', async () => {
    const lines = [position('251025055706', ''), position('000000000000', '')].join('\n')
    const utc = await decode(lines, ['--zone', '0'])
    expect(utc.objects.map(({ body }) => body?.timeUtc)).toEqual(['2025-10-25T05:57:06.000Z', null])
    const west = await decode(lines, ['--zone', '-300'])
    expect(west.objects[0]?.body?.timeUtc).toBe('2025-10-25T10:57:06.000Z')
  })

  it('reads lines as people keep them: CRLF, blank lines, upper case, blanks between bytes, escapes taken out', async () => {
    const escaped = frame('09000004013912345678000a417e7d01')
    const lines = [
      escaped.toUpperCase(),
      '',
      `  ${escaped.match(/../g)!.join(' ')}  `,
      `7e09000004013912345678000a417e7d01${hexOf(checksum('09000004013912345678000a417e7d01'))}7e`,
      `0x${escaped}`,
    ]
    const { code, objects } = await decode(`${lines.join('\r\n')}\r\n\r\n`)
    expect(code).toBe(0)
    expect(objects).toHaveLength(4)
    for (const object of objects) expect(object.body).toEqual({ kind: 0x41, data: '7e7d01' })
  })

  it('says what cannot be read and where, goes on, and ends with 1', async () => {
    const wrong = '7e000200000139123456780001ff7e'
    const lines = [
      'no frame at all',
      wrong,
      '7e017e',
      frame('8001000201391234567800010001'),
      frame('000200000139123456780001'),
    ]
    const { code, objects } = await decode(lines.join('\n'))
    expect(code).toBe(1)
    expect(objects.map(({ ok }) => ok)).toEqual([false, false, false, false, true])
    expect(objects[1]).toEqual({ ok: false, offset: 13, reason: expect.stringContaining('the checksum is ff') })
    expect(objects[3]).toEqual({ ok: false, offset: 14, reason: 'wanted 2 bytes, 0 left' })
    for (const object of objects.slice(0, 4)) expect(Object.keys(object)).toEqual(['ok', 'offset', 'reason'])
  })

  it('shows the packets of a message that was cut, and the message with the one that completes it', async () => {
    const lines = [
      frame('0104200b0139123456780005000200010001020000000104000000'),
      frame('0104200a0139123456780006000200023c00000002040000000a'),
    ]
    const { objects } = await decode(lines.join('\n'))
    expect(objects[0]).toMatchObject({ packet: { total: 2, number: 1 }, body: { raw: expect.any(String) } })
    expect(objects[1]).toMatchObject({
      packet: { total: 2, number: 2 },
      body: {
        answeredSerial: 1,
        parameters: [
          { id: '0x0001', name: 'heartbeatIntervalS', value: 60 },
          { id: '0x0002', name: 'tcpAnswerTimeoutS', value: 10 },
        ],
      },
    })
  })

  it('reads the bodies of JT/T 1078 too', async () => {
    const { objects } = await decode(frame('91010011013912345678000109' + '3132372e302e302e31' + '1ba60000010000'))
    expect(objects[0]).toMatchObject({
      messageId: '0x9101',
      name: 'liveRequest',
      body: { host: '127.0.0.1', tcpPort: 7078, channel: 1 },
    })
  })

  it('reads the blocks of a tachograph and the settings of active safety', async () => {
    const { objects } = await decode(
      [
        frame('070000120139123456780001000104557a04000800200323101010003201'),
        frame('810300080139123456780002010000f367020203'),
      ].join('\n'),
    )
    expect(objects[0]?.body).toMatchObject({ command: 4, block: { record: { name: 'pulses' } } })
    expect(objects[1]?.body).toMatchObject({
      parameters: [{ id: '0xf367', name: 'bsdSettings', value: { behindS: 2, besideBehindS: 3 } }],
    })
  })

  it('[D11] prints every frame of a line, and an encrypted one as bytes', async () => {
    const two = frame('000200000139123456780001') + frame('000200000139123456780002')
    const encrypted = frame('6006040301391234567800030a0b0c')
    const { code, objects } = await decode(`${two}\n${encrypted}`)
    expect(code).toBe(0)
    expect(objects.map((object) => 'serial' in object && object.serial)).toEqual([1, 2, 3])
    expect(objects[2]).toMatchObject({ messageId: '0x6006', encryption: 1, body: { raw: '0a0b0c' } })
  })

  it('[D11] prints the west of items, status bits of makers, and texts and an IMEI without padding', async () => {
    const alarm = `642f0000000100010300000000003c00100160ec800640ec802510250557060000${'00'.repeat(16)}`
    const west = position('251025055706', alarm).slice(2, -4).replace('00040006', '8080000e')
    const lines = [frame(west), frame('600600080139123456780003' + '0068656c6c6f0000')]
    const { code, objects } = await decode(lines.join('\n'))
    expect(code).toBe(0)
    expect(objects[0]).toMatchObject({
      body: {
        status: expect.arrayContaining(['west', 'bit23', 'bit31']),
        items: { adasAlarm: { latitude: -23.129216 } },
      },
    })
    const { longitude } = (objects[0] as unknown as { body: { items: { adasAlarm: { longitude: number } } } }).body
      .items.adasAlarm
    expect(longitude).toBeLessThan(-100)
    expect(objects[1]).toMatchObject({ name: 'deviceText', body: { text: 'hello' } })
    expect(humanField('imei', '0861234567890123')).toEqual(['imei', '861234567890123'])
  })

  it('[CONST0-08] reads the short reports of trackers: their serial has one byte, and their knots become km/h', async () => {
    const { objects } = await decode(
      frame('5501803d85600900101747010221062421223484761135504907122d1c06000000074e0ac30c0c2866030810000102020005'),
    )
    expect(objects[0]).toEqual({
      ok: true,
      messageId: '0x5501',
      terminalId: '856009001017',
      serial: 71,
      name: 'shortReport',
      body: expect.objectContaining({
        timeUtc: '2021-02-01T06:24:21.000Z',
        lat: 22.580793,
        lng: 113.917483,
        speedKmh: 22.2,
        odometerKm: 7,
        items: { altitudeM: 5, entries: [{ id: 2, value: '0005' }] },
      }),
    })
  })

  it('reads a binary file of media packets, and tells the bytes between and behind them', async () => {
    const file = join(folder, 'media.bin')
    await writeFile(
      file,
      Buffer.concat([media(1), media(2), Buffer.from('ffff', 'hex'), media(3), media(4).subarray(0, 20)]),
    )
    const { code, objects } = await decode('', [file])
    expect(code).toBe(1)
    expect(objects[0]).toEqual({
      ok: true,
      kind: 'media',
      sim: '012345678999',
      channel: 1,
      dataType: 'I',
      codec: 'H.264',
      timestampMs: 1562085871404,
      bytes: 3,
    })
    expect(objects.map(({ ok }) => ok)).toEqual([true, true, false, true, false])
    expect(objects[2]).toEqual({ ok: false, offset: 66, reason: '2 bytes belong to no packet' })
    expect(objects[4]).toEqual({ ok: false, offset: 101, reason: 'the last 20 bytes are no whole packet' })
  })

  it('takes a media packet as a hex line as well', async () => {
    const { objects } = await decode(media(1).toString('hex'))
    expect(objects).toMatchObject([{ ok: true, kind: 'media', channel: 1 }])
  })

  it('nothing in, nothing out', async () => {
    expect(await decode('')).toMatchObject({ code: 0, objects: [] })
  })

  it('a line without an end costs its length once, not memory', async () => {
    const { code, objects } = await decode(`${'7e'.repeat(300_000)}\n${frame('000200000139123456780001')}`)
    expect(code).toBe(1)
    expect(objects.map(({ ok }) => ok)).toEqual([false, true])
  })

  it('stops quietly when its reader has seen enough', async () => {
    const file = join(folder, 'long.txt')
    await writeFile(file, `${frame('000200000139123456780001')}\n`.repeat(50_000))
    const child = run([file])
    const [first] = (await once(child.stdout, 'data')) as [Buffer]
    child.stdout.destroy()
    const errors = text(child.stderr)
    const [code] = (await once(child, 'close')) as [number]
    expect(first.toString()).toContain('"ok":true')
    expect({ code, errors: await errors }).toEqual({ code: 0, errors: '' })
  })

  it('explains itself, and says what is wrong with its arguments', async () => {
    const [help, zone, absent, two] = await Promise.all([
      plain(['--help']),
      plain(['--zone', 'x']),
      plain([join(folder, 'absent')]),
      plain(['a', 'b']),
    ])
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining('Usage: fleetglass decode') })
    expect(zone).toMatchObject({ code: 2, err: expect.stringContaining('--zone wants') })
    expect(absent).toMatchObject({ code: 2, err: expect.stringContaining('cannot read') })
    expect(two).toMatchObject({ code: 2, err: expect.stringContaining('one file at a time') })
  })
})

describe.skipIf(!existsSync(COLLECTION))('real input (skipped where the collection is not beside the project)', () => {
  it('every media capture is packets from the first byte to the last', async () => {
    for (const name of readdirSync(join(COLLECTION, 'media'))) {
      const { code, objects } = await decode('', [join(COLLECTION, 'media', name)])
      expect(code, name).toBe(0)
      expect(objects.length, name).toBeGreaterThan(30)
    }
  })

  it('every frame gets its line', async () => {
    const files = ['device-jt808', 'suite-jt808', 'synthetic-jt808', 'dc600-session', 'jt1078-packets']
    const entries = files.flatMap(
      (file) => JSON.parse(readFileSync(join(COLLECTION, `${file}.json`), 'utf8')) as { hex: string }[],
    )
    const { objects } = await decode(entries.map(({ hex }) => hex).join('\n'))
    expect(objects).toHaveLength(entries.length)
    const unread = objects.filter(({ ok }) => !ok)
    expect(unread.length).toBeLessThan(15)
  })
})

interface Printed {
  readonly ok: boolean
  readonly messageId?: string
  readonly body?: Readonly<Record<string, unknown>>
}

async function decode(input: string, args: readonly string[] = []): Promise<{ code: number; objects: Printed[] }> {
  const { code, out } = await plain(args, input)
  const lines = out.split('\n').slice(0, -1)
  return { code, objects: lines.map((line) => JSON.parse(line) as Printed) }
}

async function plain(args: readonly string[], input = ''): Promise<{ code: number; out: string; err: string }> {
  const child = run(args)
  // A command that reads a file, or refuses its arguments, does not wait for its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const closed = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await closed) as [number]
  return { code, out, err }
}

function run(args: readonly string[]) {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args])
}

function checksum(content: string): number {
  return Buffer.from(content, 'hex').reduce((total, byte) => total ^ byte, 0)
}
