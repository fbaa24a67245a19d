// `serve --rebuild-index` on what a crash, a bad disk and other people leave in a media folder.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type RecordedFragment, readRecording } from '@fleetglass/media'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainStartFailure } from '../../src/start-failure.ts'
import { writeMigratedDatabase } from '../databases/migrated-database.ts'
import { recordVideo } from '../devices/recorded-video.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { StreamClient } from '../stream-client.ts'

const BUS = '13900000001'
const START_MS = Date.UTC(2026, 8, 1, 10, 0, 0)
const MINUTE_MS = 60_000
const SECONDS = 20

describe('--rebuild-index', () => {
  let data: string
  let server: TestServer | null
  let lines: string[]

  beforeEach(async () => {
    server = null
    lines = []
    data = mkdtempSync(join(tmpdir(), 'fleetglass-rebuild-'))
    await writeMigratedDatabase(join(data, 'fleetglass.sqlite'))
  })
  afterEach(async () => {
    await server?.close()
    rmSync(data, { recursive: true, force: true })
  })

  async function start(rebuildIndex: boolean): Promise<TestServer> {
    const config = { recordingDays: 29_999 }
    server = await startTestServer({ data, config, rebuildIndex, logLine: (line) => lines.push(line) })
    return server
  }

  async function rebuild(): Promise<void> {
    await (await start(true)).close()
  }

  /** A site with one registered device, stopped. */
  async function makeSite(): Promise<void> {
    const site = await start(false)
    const link = await site.login()
    expect((await link.request('D01', { A: BUS, C: '1', F: '1' })).fields.R).toBe('1')
    await link.close()
    await site.close()
  }

  /** The MP4 file of a minute of the day. */
  const scene = (minute: number, deviceId = BUS): string => {
    const startMs = START_MS + minute * MINUTE_MS
    return recordVideo(join(data, 'media'), { deviceId, channel: 1, startMs, seconds: SECONDS })
  }

  /** Paths of all rows, in order of time. */
  function rows(): string[] {
    const database = new BetterSqlite3(join(data, 'fleetglass.sqlite'), { readonly: true })
    try {
      return database
        .prepare<[], { path: string }>('SELECT path FROM recordings ORDER BY start_ms')
        .all()
        .map(({ path }) => path)
    } finally {
      database.close()
    }
  }

  /** Times of the pictures that a playback of the whole morning sends. */
  async function played(): Promise<number[]> {
    const { ports } = server as TestServer
    const viewer = await StreamClient.open(ports.streams, {
      type: 'lopb',
      deviceid: BUS,
      channel: 1,
      spbtime: START_MS / 1000,
    })
    viewer.say({ cmd: 'speed', value: 4 })
    expect((await viewer.closed).code).toBe(1000)
    return viewer.video.map(({ timestampMs }) => timestampMs)
  }

  const report = (): string => /The index of recordings was made again: .*/.exec(lines.join(''))?.[0] ?? 'no report'

  const lineOf = (text: string): number => lines.findIndex((line) => line.includes(text))

  it('goes through the folder before it listens and reports what it found', async () => {
    mkdirSync(join(data, 'media/nobody/20260901/1'), { recursive: true })
    scene(0, 'nobody')
    await start(true)
    expect(report()).toContain('0 files')
    expect(report()).toContain('1 file is of devices that nobody has added')
    expect(lineOf('made again')).toBeLessThan(lineOf('"msg":"ready"'))
    const main = join(import.meta.dirname, '../../src/main.ts')
    expect(execFileSync(process.execPath, [main, 'serve', '--help']).toString()).toContain('--rebuild-index')
  })

  it('[H3] plays what lies behind a damage in the middle of a file, and leaves the file as it is', async () => {
    await makeSite()
    const path = scene(0)
    const fragments = fragmentsOf(path)
    // The head of the sixth second is overwritten, and the length of the eleventh one lies.
    damage(path, (fragments[5] as RecordedFragment).offset, 200)
    const media = lengthOfMedia(path, fragments[10] as RecordedFragment)
    media.write(media.value + 100_000)
    const before = readFileSync(path)

    await start(true)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(report()).toContain('1 file, 1 of them damaged inside')
    expect(report()).toContain('0 torn ends were cut off')
    const intact = fragments.filter((_fragment, at) => at !== 5 && at !== 10)
    const times = await played()
    // What needs a picture that is damaged is not shown; from the next key frame on everything is.
    for (const begun of intact.filter(({ beginsWithKeyFrame }) => beginsWithKeyFrame)) {
      expect(times).toContain(begun.samples.find(({ kind }) => kind === 'video')?.timestampMs)
    }
    expect(times.at(-1)).toBe(fragments.at(-1)?.samples.findLast(({ kind }) => kind === 'video')?.timestampMs)
    expect(times.some((timeMs) => timeMs >= (fragments[5]?.startMs ?? 0) && timeMs < (fragments[5]?.endMs ?? 0))).toBe(
      false,
    )
  })

  it('[H3] sets aside a file whose beginning cannot be read, and never removes one', async () => {
    await makeSite()
    const path = scene(0)
    damage(path, 0, 64)
    const before = readFileSync(path)
    const earlier = `${path}.damaged`
    writeFileSync(earlier, 'of another day')
    const text = scene(1)
    writeFileSync(text, 'x')

    await start(true)
    expect(existsSync(path)).toBe(false)
    expect(readFileSync(earlier, 'utf8')).toBe('of another day')
    expect(readFileSync(`${path}.damaged-2`).equals(before)).toBe(true)
    expect(readFileSync(`${text}.damaged`, 'utf8')).toBe('x')
    expect(report()).toContain('2 files were set aside as .damaged')
    expect(rows()).toEqual([])
    expect(lineOf('1000.mp4.damaged-2')).toBeGreaterThan(-1)
  })

  it('[H3] cuts off the torn end that a crash leaves, and no end that is damaged in another way', async () => {
    await makeSite()
    const [torn, zeros, damaged] = [scene(0), scene(1), scene(2)]
    const last = fragmentsOf(torn).at(-1) as RecordedFragment
    truncateSync(torn, last.offset + last.byteLength - 500)
    const whole = statSync(zeros).size
    appendFileSync(zeros, new Uint8Array(4096))
    damage(damaged, (fragmentsOf(damaged).at(-1) as RecordedFragment).offset + 40, 60)
    const before = readFileSync(damaged)

    await start(true)
    expect(statSync(torn).size).toBe(last.offset)
    expect(statSync(zeros).size).toBe(whole)
    expect(readFileSync(damaged).equals(before)).toBe(true)
    expect(report()).toContain('3 files, 1 of them damaged inside')
    expect(report()).toContain('2 torn ends were cut off')
    expect(rows()).toHaveLength(3)
  })

  it('[H2] skips what cannot be read, names each of it, and enters all others', async () => {
    await makeSite()
    const good = [scene(0), scene(5)]
    const day = dirname(good[0] as string)
    symlinkSync(join(data, 'nowhere.mp4'), join(day, '1001.mp4'))
    mkdirSync(join(day, '1002.mp4'))
    symlinkSync('1003.mp4', join(day, '1003.mp4'))
    execFileSync('mkfifo', [join(day, '1004.mp4')])
    const channel = join(day, '../2')
    symlinkSync(channel, channel)

    await start(true)
    expect(rows().map((path) => path.slice(-8))).toEqual(['1000.mp4', '1005.mp4'])
    expect(report()).toContain('2 files')
    expect(report()).toContain('5 entries could not be read')
    const warnings = lines
      .filter((line) => line.includes('cannot be read') && line.includes('"path"'))
      .map((line) => (JSON.parse(line) as { path: string }).path)
    const names = ['1/1001.mp4', '1/1002.mp4', '1/1003.mp4', '1/1004.mp4', '2']
    for (const name of names) expect(warnings).toContain(`${BUS}/20260901/${name}`)
    expect(readdirSync(day)).toHaveLength(6)
  })

  it('[H2] keeps the rows of entries that cannot be read', async () => {
    await makeSite()
    const hidden = scene(0)
    scene(1)
    await rebuild()
    expect(rows()).toHaveLength(2)
    const away = `${hidden}.away`
    execFileSync('mv', [hidden, away])
    mkdirSync(hidden)
    await rebuild()
    expect(rows()).toHaveLength(2)
    rmSync(hidden, { recursive: true })
    execFileSync('mv', [away, hidden])
    expect(rows()[0]).toContain('1000.mp4')
  })

  it('[H2] does not start while a file or a dangling link stands for the media folder, and keeps the index', async () => {
    await makeSite()
    scene(0)
    await rebuild()
    const media = join(data, 'media')
    renameSync(media, `${media}.away`)
    for (const replace of [() => writeFileSync(media, ''), () => symlinkSync(join(data, 'nowhere'), media)]) {
      replace()
      const failure = await start(true).catch(explainStartFailure)
      expect(failure).toContain(`The media folder ${media} cannot be used`)
      expect(rows()).toHaveLength(1)
      rmSync(media)
    }
    renameSync(`${media}.away`, media)
    await start(false)
    expect(await played()).not.toEqual([])
  })
})

const fragmentsOf = (path: string): readonly RecordedFragment[] => {
  const recording = readRecording(readFileSync(path))
  if (!recording.ok) throw new Error(recording.reason)
  return recording.value.fragments
}

/** Overwrites bytes with others. */
function damage(path: string, offset: number, length: number): void {
  const bytes = readFileSync(path)
  bytes.fill(0xa5, offset, offset + length)
  writeFileSync(path, bytes)
}

/** The length field of a fragment's `mdat`. */
function lengthOfMedia(path: string, { offset }: RecordedFragment) {
  const at = readFileSync(path).indexOf('mdat', offset) - 4
  return {
    value: readFileSync(path).readUInt32BE(at),
    write(length: number): void {
      const bytes = readFileSync(path)
      bytes.writeUInt32BE(length, at)
      writeFileSync(path, bytes)
    },
  }
}
