// The whole road, as an operator goes it: sign in, see a vehicle move, watch it live, play back what was recorded.
import { expect, test } from '@playwright/test'
import {
  chooseMinute,
  expectMovingPicture,
  firstRecordedMinute,
  openPage,
  signIn,
  watchErrors,
} from '../tools/site/browser.ts'
import { Site, until } from '../tools/site/site.ts'

let site: Site
let devices: string[]

test.beforeAll(async () => {
  site = await Site.start()
  devices = await site.startVehicles(3, 4)
})

test.afterAll(async () => {
  await site.close()
})

test('[LOGIN-11] [LOGIN-12] a wrong password shows AuthFailed, shakes the box for a moment and stays on the login page', async ({
  page,
}) => {
  await page.goto(site.url('/login'))
  await page.getByLabel('User name', { exact: false }).fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toContainText('AuthFailed')
  const shake = await page.locator('.login-box[data-shake]').evaluate((box) => {
    const { animationName, animationDuration, animationIterationCount } = getComputedStyle(box)
    return [animationName, animationDuration, animationIterationCount]
  })
  expect(shake).toEqual(['shake', '0.4s', '1'])
  await expect(page).toHaveURL(/\/login/)
})

test('[SHELL-001] an operator signs in, sees a vehicle move, watches and listens to it live and plays back the minute that was recorded', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const [device = ''] = devices
  await signIn(page, site)

  await test.step('[LOGIN-10] [SHELL-024] the map is the first page', async () => {
    await expect(page).toHaveURL(site.url('/'))
    await expect(page.locator('canvas').first()).toBeVisible()
  })

  await test.step('[SHELL-002] [SHELL-004] a registered vehicle is on the map and moves', async () => {
    const entry = page.getByRole('main').getByText(device).first()
    await expect(entry).toBeVisible()
    const coordinates = page.getByText(/^2\d\.\d{6}, ?12\d\.\d{6}$/).first()
    await expect(coordinates).toBeVisible()
    const before = await page.getByText(/^2\d\.\d{6}, ?12\d\.\d{6}$/).allTextContents()
    await expect
      .poll(() => page.getByText(/^2\d\.\d{6}, ?12\d\.\d{6}$/).allTextContents(), { timeout: 40_000 })
      .not.toEqual(before)
  })

  await test.step('[SHELL-003] its cameras are seen live', async () => {
    await page.goto(site.url(`/liveview/${device}`))
    for (const channel of [1, 2, 3, 4]) await expectMovingPicture(page.locator(`.tile[data-channel="${channel}"]`))
  })

  await test.step('[SHELL-003] [CONST1-07] one of them plays its sound, at the level 5', async () => {
    await page.evaluate(() => {
      const { start } = AudioBufferSourceNode.prototype
      AudioBufferSourceNode.prototype.start = function (...at) {
        const samples = this.buffer?.getChannelData(0) ?? new Float32Array()
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
        document.body.dataset.loudest = String(Math.max(loudest, Number(document.body.dataset.loudest ?? 0)))
        start.apply(this, at)
      }
    })
    await page.locator('.tile[data-channel="1"]').getByRole('button', { name: 'Switch sound on' }).click()
    await expect(page.locator('.tile[data-channel="1"]').getByRole('slider', { name: 'Volume' })).toHaveValue('5')
    const loudest = async () => Number(await page.locator('body').getAttribute('data-loudest'))
    await expect.poll(loudest, { timeout: 20_000 }).toBeGreaterThan(0.01)
  })

  await test.step('[LOPB-03] what the server recorded is played back', async () => {
    const operator = await site.operator()
    const startS = await until('a minute is recorded', () => firstRecordedMinute(operator, device))
    operator.close()
    await page.goto(site.url(`/splayback/${device}`))
    await chooseMinute(page, startS)
    await expectMovingPicture(page.locator('.tile').first())
  })

  await test.step('[SHELL-005] and so is the track of the day', async () => {
    await page.goto(site.url('/gpsplayback'))
    await page.getByRole('button', { name: /^Device: / }).click()
    await page.locator('.device-select-entry', { hasText: device }).click()
    await page.getByRole('button', { name: 'Query GPS' }).click()
    await expect(page.locator('.speed-chart')).toHaveAttribute('data-points', /^[1-9]/)
    await expect(page.locator('.track-flag-start')).toBeVisible()
  })

  expect(errors).toEqual([])
})

test('[SHELL-033] [SHELL-034] [SHELL-071] a browser tests itself: frames of one channel are counted, the microphone is recorded and played back', async ({
  page,
}) => {
  const errors = watchErrors(page)
  // A machine without a microphone takes a tone for one.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      window.microphone = context
      const destination = context.createMediaStreamDestination()
      const tone = context.createOscillator()
      tone.connect(destination)
      tone.start()
      return destination.stream
    }
  })
  await openPage(page, site, '/videotest')
  await page.getByLabel('Channel', { exact: true }).selectOption('2')
  const frames = page.locator('.self-test-count output')
  await expect.poll(async () => Number(await frames.textContent()), { timeout: 20_000 }).toBeGreaterThan(10)
  await expect(page.locator('.tile')).toHaveCount(1)
  await expect(page.locator('.tile[data-channel="2"]')).toHaveAttribute('data-state', 'playing')

  await page.goto(site.url('/audiotest'))
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Record' }).click()
  await expect(main.getByText('Recording')).toBeVisible()
  // Half a second of sound, played below.
  const heardS = () => page.evaluate(() => window.microphone.currentTime)
  const fromS = await heardS()
  await expect.poll(heardS).toBeGreaterThan(fromS + 0.5)
  await main.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/^audio\/\S+, \d{3,} bytes$/)).toBeVisible()
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime), { timeout: 10_000 })
    .toBeGreaterThan(0.1)
  expect(errors).toEqual([])
})

test('a page on plain http, where WebCodecs is missing, plays by MediaSource', async ({ page }) => {
  const errors = watchErrors(page)
  const [device = ''] = devices
  await openPage(page, site, `/liveview/${device}`, 'console.test')
  expect(await page.evaluate(() => 'VideoDecoder' in window)).toBe(false)
  const tile = page.locator('.tile[data-channel="1"]')
  await expectMovingPicture(tile)
  await expect(tile.locator('video')).toHaveCount(1)
  expect(errors).toEqual([])
})

test('after the server was killed the console is live again without a reload', async ({ page }) => {
  const [device = ''] = devices
  await openPage(page, site, `/liveview/${device}`)
  const tile = page.locator('.tile[data-channel="1"]')
  await expectMovingPicture(tile)
  await site.killServer()
  const notice = page.getByText('Connection lost. Trying again…')
  await expect(notice).toBeVisible()
  await expect(tile).not.toHaveAttribute('data-state', 'playing', { timeout: 20_000 })
  await site.startServer()
  await expect(notice).toHaveCount(0, { timeout: 60_000 })
  await expect(tile).toHaveAttribute('data-state', 'playing', { timeout: 60_000 })
  await expectMovingPicture(tile)
})

declare global {
  interface Window {
    /** The clock of the sound that the page's microphone takes. */
    microphone: AudioContext
  }
}
