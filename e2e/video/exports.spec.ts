// A part of a recording: chosen in the playback, taken away as MP4, and played by the browser itself.
import { expect, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, Site, USER } from '../../tools/site/site.ts'

const DEVICE = '12345678999'
// Two minutes of yesterday, with one missing in between.
const START_MS = Math.floor(Date.now() / 86_400_000 - 1) * 86_400_000 + 12 * 3_600_000
let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  for (const minute of [0, 2]) {
    const startMs = START_MS + minute * 60_000
    recordVideo(`${site.dataDir}/media`, { deviceId: DEVICE, channel: 1, startMs })
  }
  const operator = await site.operator()
  await operator.request('D01', { A: DEVICE, C: '2', F: '0' })
  operator.close()
})

test.afterAll(() => site.close())

test('[MP4-01] [MP4-02] [MP4-12] [MP4-13] from the playback, by keyboard: the file comes with its name', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, `/splayback/${DEVICE}`)
  await page.getByRole('button', { name: /^Play the latest/ }).click()
  await page.getByRole('button', { name: 'Download MP4' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Download MP4 of ${DEVICE}` })
  const length = dialog.getByLabel('Length')
  await expect(length).toHaveValue('60')
  const lengths = await length
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => Number((option as HTMLOptionElement).value)))
  expect(lengths).toEqual([15, 30, 60, 120, 180, 240, 300, 600, 900, 1200, 1500, 1800])
  await length.selectOption('15')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).press('Enter')
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(new RegExp(`^${DEVICE}_ch1_\\d{14}\\.mp4$`))
  expect(await file.failure()).toBeNull()
  await expect(dialog.getByText('The download has begun')).toBeVisible()
  await test.step('[MP4-05] [MP4-30] nothing is recorded of the second channel: BACKUP FAIL ends the download and the asking', async () => {
    const answers: string[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('lopbmp4ask')) void answer.text().then((text) => answers.push(text))
    })
    await dialog.getByRole('checkbox').nth(1).check()
    await dialog.getByRole('button', { name: 'Download' }).click()
    await expect(dialog.getByText('Nothing is recorded of this channel in this time.')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.poll(() => answers.at(-1)).toBe('BACKUP FAIL')
    expect(answers.filter((text) => text === 'BACKUP FAIL')).toHaveLength(1)
  })
  await test.step('[MP4-03] [MP4-04] [MP4-06] the progress of the server is requested and shown each second, until CREATE FAIL ends it', async () => {
    const answers = ['BACKUP 40%', 'CREATE 10%', 'CREATE FAIL', 'READY']
    const askedMs: number[] = []
    let release = () => {}
    await page.route('**/web.cgi?**lopbmp4ask**', async (route) => {
      const body = answers[askedMs.push(Date.now()) - 1] ?? ''
      // The next answer comes when this one was seen.
      if (askedMs.length > 1) await new Promise<void>((resolve) => (release = resolve))
      await route.fulfill({ contentType: 'text/plain', body })
    })
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('Collecting: 40 %')).toBeVisible()
    await expect.poll(() => askedMs.length).toBe(2)
    release()
    await expect(dialog.getByText('Writing the file: 10 %')).toBeVisible()
    await expect.poll(() => askedMs.length).toBe(3)
    expect((askedMs[1] ?? 0) - (askedMs[0] ?? 0)).toBeGreaterThan(950)
    release()
    await expect(dialog.getByText('The film could not be made.')).toBeVisible()
    await expect(dialog.getByText(/^(Collecting|Writing)/)).toHaveCount(0)
    expect(askedMs).toHaveLength(3)
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(errors).toEqual([])
})

test('[MP4-31] the browser plays the MP4 file, with its sound, and jumps behind the gap', async ({ page }) => {
  await page.goto(site.url('/login'))
  const query = new URLSearchParams({
    type: 'lopbmp4get',
    deviceid: DEVICE,
    ch: '1',
    user: USER,
    password: hashPassword(PASSWORD),
    spbtime: String(START_MS / 1000 + 30),
    duration: '120',
  })
  const seen = await page.evaluate(async (address) => {
    const video = document.createElement('video')
    video.muted = true
    video.src = address
    document.body.append(video)
    const happens = (event: string) =>
      new Promise<void>((resolve, reject) => {
        video.addEventListener(event, () => resolve(), { once: true })
        video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
      })
    const spread = (): number => {
      const canvas = new OffscreenCanvas(64, 36)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(video, 0, 0, 64, 36)
      const light = context.getImageData(0, 0, 64, 36).data.filter((_, at) => at % 4 === 1)
      const mean = light.reduce((sum, value) => sum + value, 0) / light.length
      return Math.sqrt(light.reduce((sum, value) => sum + (value - mean) ** 2, 0) / light.length)
    }
    await happens('loadeddata')
    const seeked = happens('seeked')
    // 30 s of the first minute, a minute of nothing, and 5 s more.
    video.currentTime = 95
    await seeked
    await video.play()
    const shownS = await new Promise<number>((resolve) => {
      video.requestVideoFrameCallback((_now, { mediaTime }) => resolve(mediaTime))
    })
    const behind = spread()
    while (video.currentTime < 95.5) await happens('timeupdate')
    const { webkitAudioDecodedByteCount: sound } = video as unknown as { webkitAudioDecodedByteCount: number }
    return { shownS, behind, sound, duration: video.duration, width: video.videoWidth }
  }, `/web.cgi?${query}`)
  expect(seen.width).toBe(320)
  expect(seen.shownS).toBeGreaterThan(94.9)
  expect(seen.behind).toBeGreaterThan(5)
  expect(seen.sound).toBeGreaterThan(0)
  expect(seen.duration).toBeGreaterThan(119)
  expect(seen.duration).toBeLessThan(122)
})
