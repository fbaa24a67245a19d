import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fullAccess } from '@fleetglass/contract/access'
import { type ExportParameters, exportAddress, exportRangeHeader } from '@fleetglass/contract/exports'
import { until } from '@fleetglass/testkit'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers } from '../../../test/accounts.ts'
import { sha256 } from '../../../test/channel-client.ts'
import { recordVideo } from '../../../test/devices/recorded-video.ts'
import { failedCall } from '../../../test/failures.ts'
import { ADMIN, ADMIN_PASSWORD, startTestServer, type TestServer } from '../../../test/harness.ts'
import { systemClock, type Timer } from '../../platform/clock/index.ts'

const DEVICE = '12345678999'
const START_MS = Date.UTC(2026, 8, 1, 10)
const START_S = START_MS / 1000
const run = promisify(execFile)
const hasFfmpeg = await run('ffprobe', ['-version']).then(
  () => true,
  () => false,
)

interface Answer {
  readonly status: number
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The connection ended before all that was announced. */
  readonly cut: boolean
}

describe('a part of a recording as MP4', () => {
  let server: TestServer
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-exports-'))
  const media = join(data, 'media')

  // Minutes 0, 1 and 3 of channel 1, with sound; channel 2 changes the size of its pictures; channel 3 has nothing.
  beforeAll(async () => {
    for (const minute of [0, 1, 3]) {
      recordVideo(media, { deviceId: DEVICE, channel: 1, startMs: START_MS + minute * 60_000 })
    }
    recordVideo(media, { deviceId: DEVICE, channel: 2, startMs: START_MS, seconds: 10, sound: false })
    const larger = { channel: 2, startMs: START_MS + 60_000, seconds: 10, sound: false, clip: 'road' } as const
    recordVideo(media, { deviceId: DEVICE, ...larger })
    const site = { disableDownload: true }
    server = await startTestServer({ data, config: { site, timeZone: 8, recordingDays: 29_999 } })
    const link = await server.login()
    await link.request('D01', { A: DEVICE, C: '3', F: '0' })
    await until('the recordings are in the index', () => rows() === 5)
    await link.close()
    await addUsers(server, { name: 'operator', permission: 2, access: fullAccess })
  })

  afterAll(async () => {
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })

  /** Files in the index. */
  function rows(): number {
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    const { count } = database.prepare('select count(*) as count from recordings').get() as { count: number }
    database.close()
    return count
  }

  const wanted = (changed: Partial<ExportParameters> = {}): ExportParameters => ({
    deviceid: DEVICE,
    ch: 1,
    user: ADMIN,
    password: ADMIN_PASSWORD,
    spbtime: START_S + 10,
    duration: 30,
    ...changed,
  })

  function call(
    type: 'lopbmp4ask' | 'lopbmp4get',
    changed: Partial<ExportParameters> = {},
    { headers = {}, method = 'GET' }: { headers?: Record<string, string>; method?: string } = {},
  ): Promise<Answer> {
    return ask(exportAddress(type, wanted(changed)), headers, method)
  }

  function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.ports.streams, path, method, headers, agent: false }
      const sent = request(options, (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('error', () => {})
        reply.on('close', () => {
          const { statusCode: status = 0, headers: received, complete } = reply
          resolve({ status, bytes: Buffer.concat(chunks), headers: received, cut: !complete })
        })
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async function ready(changed: Partial<ExportParameters> = {}): Promise<void> {
    await until('the file is ready', async () => {
      const text = (await call('lopbmp4ask', changed)).bytes.toString()
      expect(text).toMatch(/^(READY|(BACKUP|CREATE) \d{1,3}%)$/)
      return text === 'READY'
    })
  }

  async function scene(changed: Partial<ExportParameters>, name: string): Promise<{ path: string; bytes: Buffer }> {
    await ready(changed)
    const { bytes, status } = await call('lopbmp4get', changed)
    expect(status).toBe(200)
    const path = join(data, name)
    writeFileSync(path, bytes)
    return { path, bytes }
  }

  it('[STRM-10] [STRM-11] [STRM-29] [MP4-30] asked for it is ready, and then comes with its length, type and name', async () => {
    await ready()
    const parameters = `deviceid=${DEVICE}&ch=1&user=${ADMIN}&password=${sha256(ADMIN_PASSWORD)}&spbtime=${START_S + 10}&duration=30`
    expect((await ask(`/web.cgi?type=lopbmp4ask&${parameters}`)).bytes.toString()).toBe('READY')
    const byName = await ask(`/web.cgi?type=lopbmp4get&${parameters}`)
    expect([byName.status, byName.headers['content-type']]).toEqual([200, 'video/mp4'])
    const asked = await call('lopbmp4ask')
    expect(asked.headers['content-type']).toBe('text/plain; charset=utf-8')
    const got = await call('lopbmp4get')
    expect(got.status).toBe(200)
    expect(got.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': String(got.bytes.length),
      // 10:00:10 UTC, eight hours east.
      'content-disposition': `attachment; filename="${DEVICE}_ch1_20260901180010.mp4"`,
    })
    const head = await call('lopbmp4get', {}, { method: 'HEAD' })
    expect(head.headers['content-length']).toBe(String(got.bytes.length))
    expect(head.bytes.length).toBe(0)
  })

  it('[MP4-30] its name has the time of the zone that is asked for', async () => {
    const nameIn = async (tz: number): Promise<string> =>
      String((await call('lopbmp4get', { tz }, { method: 'HEAD' })).headers['content-disposition'])
    expect(await nameIn(0)).toContain(`${DEVICE}_ch1_20260901100010.mp4`)
    expect(await nameIn(-12_600)).toContain(`${DEVICE}_ch1_20260901063010.mp4`)
    expect((await call('lopbmp4get', { tz: 99_999 })).status).toBe(400)
  })

  it('with READY it says what of the time is recorded', async () => {
    const recorded = async (spbtime: number): Promise<number[]> => {
      await ready({ spbtime, duration: 60 })
      const received = String((await call('lopbmp4ask', { spbtime, duration: 60 })).headers[exportRangeHeader])
      return received.split('-').map((ms) => Math.round(Number(ms) / 1000 - START_S))
    }
    expect(await recorded(START_S + 10)).toEqual([10, 70])
    // Recorded until the end of minute 1.
    expect(await recorded(START_S + 100)).toEqual([100, 120])
  })

  it('[MP4-30] any part of it can be asked for, and is the same as in the whole', async () => {
    await ready()
    const { bytes, headers } = await call('lopbmp4get')
    const size = bytes.length
    const places: readonly (readonly [string, number, number])[] = [
      ['bytes=0-0', 0, 1],
      ['bytes=0-', 0, size],
      [`bytes=1000-${size - 1000}`, 1000, size - 999],
      [`bytes=${size - 1}-`, size - 1, size],
      ['bytes=-4321', size - 4321, size],
      [`bytes=70000-${size * 2}`, 70_000, size],
    ]
    for (const [range, start, end] of places) {
      const part = await call('lopbmp4get', {}, { headers: { range } })
      expect(part.status, range).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`)
      expect(part.bytes.equals(bytes.subarray(start, end)), range).toBe(true)
    }
    for (const range of ['bytes=5-3', 'bytes=a-b', 'bytes=0-1,5-6', 'frames=1-2', `bytes=${'9'.repeat(40)}-`]) {
      expect((await call('lopbmp4get', {}, { headers: { range } })).status, range).toBe(200)
    }
    const behind = await call('lopbmp4get', {}, { headers: { range: `bytes=${size}-` } })
    expect([behind.status, JSON.parse(behind.bytes.toString())]).toEqual([416, failedCall('no-such-bytes')])
    expect(behind.headers['content-range']).toBe(`bytes */${size}`)
    const same = { range: 'bytes=0-9', 'if-range': String(headers.etag) }
    expect((await call('lopbmp4get', {}, { headers: same })).status).toBe(206)
    const other = { range: 'bytes=0-9', 'if-range': '"another"' }
    expect((await call('lopbmp4get', {}, { headers: other })).status).toBe(200)
  })

  it.skipIf(!hasFfmpeg)(
    '[MP4-31] over a gap: no player complains, the time is that of the wall, sound in step',
    async () => {
      const { path } = await scene({ spbtime: START_S + 10.4, duration: 200 }, 'gap.mp4')
      const received = await probe(path)
      expect(received.complaints).toBe('')
      expect(received.format.tags.creation_time).toBe('2026-09-01T10:00:10.000000Z')
      const [video, audio] = ['video', 'audio'].map((kind) => received.streams.find((one) => one.codec_type === kind))
      expect(video?.codec_name).toBe('h264')
      expect(audio?.codec_name).toBe('pcm_alaw')
      const pictures = await times(path, 'v:0')
      const sounds = await times(path, 'a:0')
      // Minute 2 is missing: the clock of the MP4 file skips it in both tracks.
      for (const track of [pictures, sounds]) {
        const gaps = track.filter((time, at) => at > 0 && time - (track[at - 1] ?? 0) > 1)
        expect(gaps).toHaveLength(1)
        expect(gaps[0]).toBeGreaterThan(169.5)
        expect(gaps[0]).toBeLessThan(170.1)
      }
      expect(pictures[0]).toBe(0)
      expect(Math.abs((sounds[0] ?? 9) - (pictures[0] ?? 0))).toBeLessThan(0.05)
      expect(pictures.at(-1)).toBeGreaterThan(199)
      expect(pictures.at(-1)).toBeLessThan(200.5)
      expect(Math.abs((sounds.at(-1) ?? 0) - (pictures.at(-1) ?? 0))).toBeLessThan(0.1)
    },
  )

  it.skipIf(!hasFfmpeg)('[MP4-31] pictures of another size in the middle are decoded without a complaint', async () => {
    const { path } = await scene({ ch: 2, spbtime: START_S + 5, duration: 65 }, 'sizes.mp4')
    expect((await probe(path)).complaints).toBe('')
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'frame=width', '-of', 'csv=p=0', path],
    ])
    const widths = stdout.match(/\d+/g) ?? []
    expect(new Set(widths).size).toBe(2)
    // 5 s of the first and 10 s of the second.
    expect(widths.length).toBe(15 * 15)
  })

  async function probe(path: string) {
    const show = ['-v', 'warning', '-show_format', '-show_streams', '-of', 'json']
    const { stdout, stderr } = await run('ffprobe', [...show, path])
    const received = JSON.parse(stdout) as {
      readonly format: { readonly tags: Readonly<Record<string, string>> }
      readonly streams: readonly { readonly codec_type: string; readonly codec_name: string }[]
    }
    const decoded = await run('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'])
    return { ...received, complaints: stderr + decoded.stderr }
  }

  async function times(path: string, stream: string): Promise<number[]> {
    const show = ['-v', 'error', '-select_streams', stream, '-show_entries', 'packet=pts_time', '-of', 'csv=p=0']
    const { stdout } = await run('ffprobe', [...show, path])
    return stdout
      .trim()
      .split(/[,\s]+/)
      .map(Number)
  }

  it('[MP4-14] [MP4-15] [MP4-16] [MP4-33] the server takes a length as the console does', async () => {
    const sizeOf = async (duration: unknown): Promise<number> =>
      Number((await call('lopbmp4get', { duration: duration as number }, { method: 'HEAD' })).headers['content-length'])
    const minute = await sizeOf(60)
    for (const asked of [0, -5, 'x', 1]) expect(await sizeOf(asked), String(asked)).toBe(minute)
    expect(await sizeOf(2)).toBe(await sizeOf(120))
    expect(await sizeOf(2)).toBeGreaterThan(minute)
    expect(await sizeOf(99_999)).toBe(await sizeOf(3600))
  })

  it('[MP4-05] [MP4-30] nothing recorded in the range is BACKUP FAIL, as often as it is asked', async () => {
    for (const changed of [{ ch: 3 }, { spbtime: START_S - 7200 }]) {
      const ask = async (): Promise<string> => (await call('lopbmp4ask', changed)).bytes.toString()
      // A busy machine takes longer than an answer waits.
      await until('it is looked up', async () => !(await ask()).endsWith('%'))
      for (let n = 0; n < 2; n++) expect(await ask()).toBe('BACKUP FAIL')
      const file = await call('lopbmp4get', changed)
      const notReady = failedCall('export-not-ready', { progress: 'BACKUP FAIL' })
      expect([file.status, JSON.parse(file.bytes.toString())]).toEqual([404, notReady])
    }
  })

  it('[MP4-10] [MP4-11] [MP4-37] where downloads are disabled permission 0 may, any other gets 403 for both', async () => {
    for (const type of ['lopbmp4ask', 'lopbmp4get'] as const) {
      expect((await call(type)).status).toBe(200)
      expect((await call(type, { user: 'operator' })).status).toBe(403)
      expect((await call(type, { user: 'operator', password: 'wrong' })).status).toBe(401)
      expect((await call(type, { deviceid: 'nobody' })).status).toBe(404)
      expect((await call(type, { ch: 4 })).status).toBe(404)
    }
  })

  it('a wrong address gets an error', async () => {
    for (const query of ['', '?type=lopbmp4ask', '?type=dance', '?type=lopbmp4get&deviceid=../etc&ch=1']) {
      expect((await ask(`/web.cgi${query}`)).status, query).toBe(400)
    }
    const twice = `${exportAddress('lopbmp4ask', wanted())}&spbtime=1`
    expect((await ask(twice)).status).toBe(400)
  })

  it('a recording that is deleted while it is fetched cuts the file off; the next question makes one of what is left', async () => {
    const later = START_MS + 20 * 60_000
    const paths = [0, 1].map((minute) =>
      recordVideo(media, { deviceId: DEVICE, channel: 3, startMs: later + minute * 60_000, seconds: 20 }),
    )
    const link = await server.login()
    // Adding it again looks into its folder again.
    await link.request('D02', { A: DEVICE })
    await link.request('D01', { A: DEVICE, C: '3', F: '0' })
    await until('the new minutes are in the index', () => rows() === 7)
    await link.close()
    const changed = { ch: 3, spbtime: later / 1000, duration: 120 }
    const whole = (await scene(changed, 'whole.mp4')).bytes.length
    unlinkSync(paths[1] as string)
    const cut = await call('lopbmp4get', changed)
    expect(cut.cut).toBe(true)
    expect(cut.bytes.length).toBeLessThan(whole)
    await ready(changed)
    const rest = await call('lopbmp4get', changed)
    expect(rest.cut).toBe(false)
    expect(rest.bytes.length).toBeLessThan(whole * 0.6)
  })
})

/** How often a download is looked at (platform/http). */
const DOWNLOAD_LOOK_MS = 15_000

describe('a download that no client reads', () => {
  it('[MP4-30] is ended, and gives its place to others', async () => {
    const data = mkdtempSync(join(tmpdir(), 'fleetglass-unread-'))
    const scene = { deviceId: DEVICE, channel: 1, clip: 'road', seconds: 60, sound: false } as const
    // More than the system takes for a connection that no client reads.
    for (const minute of [0, 1]) recordVideo(join(data, 'media'), { ...scene, startMs: START_MS + minute * 60_000 })
    // The time between two looks at a download passes when the test says so.
    const looks = new Set<() => void>()
    const every = (periodMs: number, task: () => void): Timer => {
      if (periodMs !== DOWNLOAD_LOOK_MS) return systemClock.every(periodMs, task)
      looks.add(task)
      return { cancel: () => void looks.delete(task) }
    }
    const server = await startTestServer({ data, clock: { ...systemClock, every }, config: { recordingDays: 29_999 } })
    const link = await server.login()
    await link.request('D01', { A: DEVICE, C: '3', F: '0' })
    await link.close()
    const whole = { deviceid: DEVICE, ch: 1, user: ADMIN, password: ADMIN_PASSWORD, spbtime: START_S, duration: 120 }
    const address = `http://127.0.0.1:${server.ports.streams}`
    await until('the MP4 file is ready', async () => {
      const answer = await fetch(address + exportAddress('lopbmp4ask', whole))
      return (await answer.text()).startsWith('READY')
    })
    const socket = connect(server.ports.streams, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${exportAddress('lopbmp4get', whole)} HTTP/1.1\r\nhost: fleetglass\r\n\r\n`)
    const [head] = await once(socket, 'data')
    socket.pause()
    expect(String(head)).toMatch(/^HTTP\/1.1 200 /)
    expect(looks.size).toBe(1)
    await until('its place is free', () => {
      for (const look of looks) look()
      return looks.size === 0
    })
    socket.destroy()
    await server.close()
    rmSync(data, { recursive: true, force: true })
  })
})

it('[MP4-11] permission 2 can download where downloads are not disabled', async () => {
  const data = mkdtempSync(join(tmpdir(), 'fleetglass-test-'))
  recordVideo(join(data, 'media'), { deviceId: DEVICE, channel: 1, startMs: START_MS, seconds: 10 })
  const server = await startTestServer({ data, config: { recordingDays: 29_999 } })
  const link = await server.login()
  await link.request('D01', { A: DEVICE, C: '1', F: '0' })
  await link.close()
  const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
  await until('the recording is in the index', () => database.prepare('select 1 from recordings').get() !== undefined)
  database.close()
  await addUsers(server, { name: 'operator', permission: 2, access: fullAccess })
  const wanted = { deviceid: DEVICE, ch: 1, user: 'operator', password: ADMIN_PASSWORD, spbtime: START_S, duration: 10 }
  const call = (type: 'lopbmp4ask' | 'lopbmp4get') =>
    fetch(`http://127.0.0.1:${server.ports.streams}${exportAddress(type, wanted)}`)
  await until('the file is ready', async () => {
    const answer = await call('lopbmp4ask')
    expect(answer.status).toBe(200)
    return (await answer.text()) === 'READY'
  })
  const file = await call('lopbmp4get')
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0)
  await server.close()
  rmSync(data, { recursive: true, force: true })
})
