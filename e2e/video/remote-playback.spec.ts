// What a device recorded itself: chosen, played from it, wound, and taken away as MP4.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { trackPath } from '@fleetglass/contract/tracks'
import { expect, test } from '@playwright/test'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'
import { counterOf } from './burned-counter.ts'

let site: Site
let device: string

test.beforeAll(async () => {
  site = await Site.start()
  device = (await site.startVehicles(1, 4))[0] ?? ''
})

test.afterAll(() => site.close())

test('[REPB-02] [REPB-06] [REPB-08] [REPB-12] a record of the list is chosen and played, and downloaded as a file that plays', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, `/remoteplayback/${device}`)
  const records = page.getByRole('region', { name: 'Recordings on the device' })
  await expect(records.locator('.record-row-head span')).toHaveText(['#', 'Type', 'Start Time', 'Length'])
  // The list begins at its end.
  await records.locator('button.record-row').first().press('Home')
  await records
    .locator('button.record-row')
    .filter({ hasText: /^3[A-Z]/ })
    .click()
  await expect(page.getByRole('button', { name: 'MAP', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Main', exact: true }).click()
  await page.getByRole('button', { name: 'Multi', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()

  await test.step('[REPB-18] the number of the picture advances, on both channels of one socket', async () => {
    for (const channel of [1, 2]) {
      const tile = page.locator(`.tile[data-channel="${channel}"]`)
      await expect(tile).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
      await expect.poll(() => counterOf(tile), { timeout: 20_000 }).not.toBeNull()
      const first = (await counterOf(tile)) ?? 0
      // The clip begins again after 300 pictures.
      const advanced = async () => (((await counterOf(tile)) ?? first) - first + 300) % 300
      await expect.poll(advanced, { timeout: 20_000 }).toBeGreaterThan(0)
      expect(await advanced()).toBeLessThan(200)
    }
  })

  await test.step('[MP4-07] [MP4-08] [MP4-32] [REPB-14] the download stops the playback and disables the controls until it is done', async () => {
    await page.getByRole('button', { name: 'Multi', exact: true }).click()
    await page.getByLabel('Length of the download').selectOption('15')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download MP4 File' }).click()
    await expect(page.locator('.tile')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeDisabled()
    await test.step('[API2-182] a worker of its own packs the MP4 file', async () => {
      await expect
        .poll(() => page.workers().map((worker) => worker.url()))
        .toContainEqual(expect.stringContaining('download.worker'))
    })
    const scene = await downloading
    expect(scene.suggestedFilename()).toMatch(new RegExp(`^${device}_ch1_\\d{14}\\.mp4$`))
    await expect(page.locator('.download-size')).toHaveText(/^\d+ KB$/)
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
    const probe = ['-v', 'warning', '-count_packets', '-show_streams', '-of', 'json', await scene.path()]
    const { stdout, stderr } = await promisify(execFile)('ffprobe', probe)
    expect(stderr).toBe('')
    const { streams } = JSON.parse(stdout) as { streams: Record<string, string>[] }
    const video = streams.find(({ codec_type }) => codec_type === 'video')
    expect(video).toMatchObject({ codec_name: 'h264', width: 640, height: 360 })
    expect(Number(video?.nb_read_packets)).toBeGreaterThanOrEqual(14 * 15)
  })
  expect(errors).toEqual([])
})

test('[REPB-19] [REPB-30] [REPB-40] the map follows the recorder by one socket, a point for each report, and requests no positions', async ({
  page,
}) => {
  const errors = watchErrors(page)
  const positions: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(trackPath)) positions.push(pathname)
  })
  const sockets: URLSearchParams[] = []
  page.on('websocket', (socket) => {
    const { searchParams } = new URL(socket.url())
    if (searchParams.get('type') === 'gps') sockets.push(searchParams)
  })
  await openPage(page, site, `/remoteplayback/${device}`)
  await page.locator('button.record-row').first().click()
  await page.getByRole('button', { name: 'MAP', exact: true }).click()
  const pane = page.getByRole('region', { name: `Live position of ${device}` })
  await expect.poll(async () => Number(await pane.getAttribute('data-points'))).toBeGreaterThan(2)
  expect(sockets.map((parameters) => parameters.get('deviceid'))).toEqual([device])
  expect(positions).toEqual([])
  expect(errors).toEqual([])
})
