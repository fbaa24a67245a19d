// Streams of real devices, sent over TCP as they were captured: seen live in the browser, recorded, read by other players.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ExportParameters, exportAddress } from '@fleetglass/contract/exports'
import { readRecording } from '@fleetglass/media'
import { expect, test } from '@playwright/test'
import {
  chooseMinute,
  expectMovingPicture,
  firstRecordedMinute,
  openPage,
  pictureOf,
  watchErrors,
} from '../../tools/site/browser.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, Site, USER, until } from '../../tools/site/site.ts'
import { type Capture, CaptureDevice } from './capture-device.ts'

const folder = join(import.meta.dirname, '../../../shared/device-frames/media')
const captures = [
  { file: 'smallchi-jt1078-2.bin', device: '12345678999', digits: 12, channel: 1, moves: true },
  { file: 'smallchi-jt1078-5.bin', device: '12345678999', digits: 12, channel: 3, moves: true },
  { file: 'xtream-sim10-h264-g711a.part1.bin', device: '20232609559', digits: 20, channel: 1, moves: false },
  { file: 'xtream-sim6-h264-adpcm.part1.bin', device: '13800138999', digits: 12, channel: 2, moves: false },
] as const

test.skip(!existsSync(folder), 'the captures of real devices are not beside the project')

for (const { file, device, digits, channel, moves } of captures) {
  test(`${file} is seen live, recorded, played back and exported`, async ({ page }) => {
    const errors = watchErrors(page)
    const site = await Site.start()
    const capture: Capture = {
      terminal: device.padStart(digits, '0'),
      channel,
      bytes: readFileSync(join(folder, file)),
    }
    const recorder = new CaptureDevice(capture, '127.0.0.1', site.ports.signalling)
    const operator = await site.operator()
    try {
      await until('the device is listed as new', async () =>
        (await operator.devices()).some((row) => row.deviceId === device),
      )
      await operator.request('D01', { A: device, C: '4', F: '1' })
      await openPage(page, site, `/liveview/${device}`)
      const live = page.locator(`.tile[data-channel="${channel}"]`)
      if (moves) await expectMovingPicture(live)
      else await expect.poll(async () => (await pictureOf(live))?.spread ?? 0, { timeout: 30_000 }).toBeGreaterThan(5)

      // The recorder begins another file when the stream begins again, so nothing waits for the minute to end.
      recorder.dropStreams()
      const recording = await until(
        'a file of the recording is closed',
        async () => closedFile(site, device, channel),
        90_000,
      )
      expectCleanToOthers(recording)
      const startS = await until('the index knows the minute', async () => firstRecordedMinute(operator, device))
      expectCleanToOthers(await exported(site, { deviceid: device, ch: channel, spbtime: startS, duration: 60 }))
      await page.goto(site.url(`/splayback/${device}`))
      await page
        .getByRole('group', { name: 'Channels' })
        .getByRole('button', { name: `ch${channel}`, exact: true })
        .click()
      await chooseMinute(page, startS)
      const played = page.locator('.tile').first()
      await expect.poll(async () => (await pictureOf(played))?.spread ?? 0, { timeout: 30_000 }).toBeGreaterThan(5)
      expect(errors).toEqual([])
    } finally {
      operator.close()
      recorder.close()
      await site.close()
    }
  })
}

/**
 * Path of the first file with pictures of a channel that the recorder no longer writes, because it has begun another; or
 * null. Sound before the first key frame has a file of its own.
 */
function closedFile(site: Site, device: string, channel: number): string | null {
  const base = join(site.dataDir, 'media', device)
  if (!existsSync(base)) return null
  const files = readdirSync(base, { recursive: true, encoding: 'utf8' })
  const ofChannel = files.filter((file) => file.endsWith('.mp4') && file.includes(`/${channel}/`))
  const withPictures = ofChannel.map((file) => join(base, file)).filter(hasPictures)
  const [first, second] = withPictures.toSorted((one, other) => startOf(one) - startOf(other))
  return first === undefined || second === undefined ? null : first
}

function hasPictures(path: string): boolean {
  const recording = readRecording(readFileSync(path))
  return recording.ok && recording.value.video !== null && recording.value.fragments.length > 0
}

function startOf(path: string): number {
  const recording = readRecording(readFileSync(path))
  return recording.ok ? (recording.value.fragments[0]?.startMs ?? 0) : 0
}

/** Path of a part of the recording, as `lopbmp4get` gives it. */
async function exported(site: Site, part: Pick<ExportParameters, 'deviceid' | 'ch' | 'spbtime' | 'duration'>) {
  const address = exportAddress('lopbmp4get', { ...part, user: USER, password: hashPassword(PASSWORD) })
  const answer = await fetch(`http://127.0.0.1:${site.ports.streams}${address}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'video/mp4'])
  const path = join(site.dataDir, 'exported.mp4')
  writeFileSync(path, new Uint8Array(await answer.arrayBuffer()))
  return path
}

/** ffprobe and ffmpeg read the file, find pictures, and have nothing to remark. */
function expectCleanToOthers(path: string): void {
  const counted = execFileSync(
    'ffprobe',
    [
      '-v',
      'warning',
      '-count_frames',
      '-select_streams',
      'v:0',
      '-show_entries',
      'stream=nb_read_frames',
      '-of',
      'csv=p=0',
      path,
    ],
    { encoding: 'utf8' },
  )
  expect(Number(counted.trim().split(',')[0])).toBeGreaterThan(0)
  const read = spawnSync('ffmpeg', ['-v', 'warning', '-i', path, '-enc_time_base', '-1', '-f', 'null', '-'], {
    encoding: 'utf8',
  })
  expect(read.stderr).toBe('')
  expect(read.status).toBe(0)
}
