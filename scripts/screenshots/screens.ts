import { expect, type Page } from '@playwright/test'
import { FILMED } from './recorded-device.ts'

/** One picture: an address, and what has to be done and waited for there. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly desktopOnly?: true
  readonly phoneOnly?: true
  /** False: before anybody has signed in. */
  readonly signedIn?: false
  readonly ready: (page: Page) => Promise<void>
}

const list = (page: Page) => page.getByRole('contentinfo').waitFor()
const dialog = (page: Page) => page.getByRole('dialog').waitFor()

/** Opens an entry of the account menu. */
const fromAccount =
  (name: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name }).click()
    await dialog(page)
  }

/** Every screen and modal, the login first. */
export function screens(device: string): readonly Screen[] {
  return [
    { name: 'login', path: '/login', signedIn: false, ready: (page) => page.getByLabel('User name').waitFor() },
    { name: 'dashboard', path: '/blockview', ready: dashboard },
    { name: 'map-12', path: '/', desktopOnly: true, ready: map },
    { name: 'live', path: `/liveview/${device}`, ready: live },
    { name: 'live-ladder', path: `/liveview/${device}`, ready: startupTrace },
    { name: 'tree', path: '/treeview', ready: (page) => treeView(page, device) },
    { name: 'random-live', path: '/rendomliveview', desktopOnly: true, ready: live },
    { name: 'playback', path: `/splayback/${FILMED}`, ready: dayOfPlayback },
    { name: 'playback-one', path: `/splayback/${FILMED}`, ready: playLatest },
    { name: 'playback-map', path: `/splayback/${device}`, ready: playWithMap },
    { name: 'playback-zoomed', path: `/splayback/${FILMED}`, ready: zoomedTimeline },
    { name: 'playback-preview', path: `/splayback/${FILMED}`, desktopOnly: true, ready: preview },
    { name: 'playback-cut', path: `/splayback/${FILMED}`, ready: cut },
    { name: 'playback-picker', path: `/splayback/${FILMED}`, phoneOnly: true, ready: picker },
    { name: 'playback-empty', path: `/splayback/${FILMED}?day=2026-01-01`, ready: dayOfPlayback },
    { name: 'modal-export', path: `/splayback/${FILMED}`, ready: exportDialog },
    { name: 'gps-playback-empty', path: '/gpsplayback', ready: (page) => page.locator('.gps-query').waitFor() },
    { name: 'gps-playback', path: filmedTrack(), ready: gpsTrack },
    { name: 'gps-playback-list', path: filmedTrack(), ready: gpsList },
    { name: 'modal-gps-full-view', path: filmedTrack(), ready: gpsOverview },
    { name: 'modal-gps-playback', path: filmedTrack(), ready: gpsRecording },
    { name: 'remote-playback', path: `/remoteplayback/${device}`, ready: remotePlayback },
    { name: 'device-setup', path: '/devicesetup', ready: deviceSetup },
    { name: 'modal-remote-settings', path: '/devicesetup', ready: (page) => remoteSettings(page, device) },
    { name: 'fences', path: '/fence', ready: fence },
    { name: 'fences-polygon', path: '/fence', ready: polygon },
    { name: 'routes', path: '/routeplanning', ready: route },
    { name: 'regdevices', path: '/regdevices', ready: rows },
    { name: 'drivers', path: '/driversetting', ready: rows },
    { name: 'device-info', path: '/devicemodelinfo', ready: rows },
    { name: 'modal-record-days', path: '/regdevices', ready: recordDays },
    { name: 'modal-device-editor', path: '/regdevices', ready: deviceEditor },
    { name: 'idle', path: '/idle', ready: (page) => page.locator('.idle-analog').waitFor() },
    { name: 'modal-custom-download', path: '/blockview', ready: (page) => customDownload(page, device) },
    { name: 'modal-stream-status', path: '/blockview', ready: streamStatus },
    { name: 'modal-live-popup', path: '/blockview', desktopOnly: true, ready: (page) => livePopup(page, device) },
    { name: 'modal-ptz', path: '/blockview', desktopOnly: true, ready: (page) => ptz(page, device) },
    { name: 'modal-talk', path: `/?device=${device}`, desktopOnly: true, ready: talk },
    { name: 'modal-broadcast', path: '/blockview', ready: broadcast },
    { name: 'modal-broadcast-devices', path: '/blockview', ready: broadcastToSome },
    { name: 'modal-change-password', path: '/blockview', ready: fromAccount('Change password') },
    { name: 'modal-display', path: '/blockview', phoneOnly: true, ready: fromAccount('Display') },
    { name: 'modal-copyright', path: '/blockview', ready: fromAccount('Copyright') },
    { name: 'modal-keyboard', path: '/blockview', desktopOnly: true, ready: fromAccount('Keyboard') },
    { name: 'modal-add-device', path: '/blockview', desktopOnly: true, ready: addDevice },
    { name: 'modal-remove-device', path: '/blockview', desktopOnly: true, ready: removeDevice },
    {
      name: 'menu-account',
      path: '/blockview',
      ready: (page) => page.getByRole('button', { name: /^Account of/ }).click(),
    },
    {
      name: 'menu-theme',
      path: '/blockview',
      desktopOnly: true,
      ready: (page) => page.getByRole('button', { name: /^Theme/ }).click(),
    },
  ]
}

async function dashboard(page: Page): Promise<void> {
  await list(page)
  await expect(page.getByRole('button', { name: /^Driving: [1-9]/ })).toBeVisible({ timeout: 30_000 })
}

async function rows(page: Page): Promise<void> {
  await page.getByRole('rowheader').first().waitFor()
}

async function recordDays(page: Page): Promise<void> {
  await rows(page)
  await page.getByLabel('Select all that are shown').check()
  await page.getByRole('button', { name: 'Record days…' }).click()
  await dialog(page)
}

async function deviceEditor(page: Page): Promise<void> {
  await rows(page)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await page.getByLabel('Device Memo').waitFor()
}

async function map(page: Page): Promise<void> {
  await page.locator('.map-box[data-painted]').waitFor()
  await page.locator('.map-entry-open').first().click()
  await page.locator('.device-card').waitFor()
  await page.waitForTimeout(1_500)
}

async function live(page: Page): Promise<void> {
  await page.locator('.tile[data-state="playing"]').first().waitFor({ timeout: 60_000 })
}

/** A wall with channels, maps, and a device that is gone. */
async function treeView(page: Page, device: string): Promise<void> {
  const tile = (of: string, type: 'channel' | 'map', channel: number) => ({ device: of, type, channel })
  const channels = [1, 2, 3, 4].map((channel) => tile(device, 'channel', channel))
  const tiles = [...channels, tile(device, 'map', 0), tile('gone', 'channel', 1)]
  await page.evaluate(
    (stored) => localStorage.setItem(`treeWraps:${location.hostname}:admin:default`, stored),
    JSON.stringify(tiles),
  )
  await page.reload()
  const show = page.getByRole('button', { name: 'Show devices' })
  await page.getByRole('combobox', { name: 'Layout' }).waitFor()
  if (!(await show.isVisible())) await page.getByRole('button', { name: `Channels of ${device}` }).click()
  await live(page)
}

async function ptz(page: Page, device: string): Promise<void> {
  await page.evaluate(() => localStorage.setItem('dashboardColumns', '["driver","plate","speed","ptz"]'))
  await page.reload()
  await page.getByRole('button', { name: `Steer the cameras of ${device}` }).click()
  await page.getByRole('dialog').locator('.tile[data-state="playing"]').waitFor({ timeout: 60_000 })
  await page.evaluate(() => localStorage.removeItem('dashboardColumns'))
}

/** A talk whose line is open; the map has it where a browser gives a microphone to plain http. */
async function talk(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Talk', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('The line is open', { timeout: 60_000 })
}

/** A broadcast that goes on. */
async function broadcast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Broadcast to vehicles' }).click()
  await page.getByRole('radio', { name: 'All devices' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await page
    .getByRole('dialog', { name: /^Speak to/ })
    .getByRole('button', { name: 'Start' })
    .click()
  await page.getByText(/^[1-9]\d* of/).waitFor({ timeout: 60_000 })
}

async function broadcastToSome(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Broadcast to vehicles' }).click()
  await page.getByRole('dialog').getByRole('radio').nth(1).check()
  await page.getByRole('dialog').getByRole('checkbox').first().check()
}

async function dayOfPlayback(page: Page): Promise<void> {
  await page.locator('.timeline-slider').waitFor()
}

async function playLatest(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Play the latest/ }).click()
  await page.locator('.tile[data-state="playing"]').first().waitFor({ timeout: 60_000 })
}

/** Several channels, where the vehicle was, how fast, and what happened. */
async function playWithMap(page: Page): Promise<void> {
  await playLatest(page)
  await zoomIn(page)
  await page.getByLabel('Several channels').check()
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await page.locator('.playback-map [data-painted], .playback-map canvas').first().waitFor()
  await page.locator('.tile[data-state="playing"]').nth(1).waitFor({ timeout: 60_000 })
  await page.waitForTimeout(5_000)
}

async function zoomedTimeline(page: Page): Promise<void> {
  await playLatest(page)
  await zoomIn(page)
}

async function zoomIn(page: Page): Promise<void> {
  for (let turn = 0; turn < 9; turn++) await page.getByRole('button', { name: 'Zoom in' }).click()
}

/** A picture of the place that is pointed at. */
async function preview(page: Page): Promise<void> {
  await playLatest(page)
  const box = await timelineBox(page)
  await page.mouse.move(box.x + (13.05 / 24) * box.width, box.y + box.height / 2)
  await page.locator('.still-picture canvas').waitFor()
}

async function cut(page: Page): Promise<void> {
  await zoomedTimeline(page)
  const box = await timelineBox(page)
  await page.mouse.move(box.x + 0.4 * box.width, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 0.6 * box.width, box.y + 20)
  await page.mouse.up()
  await page.getByText(/^Marked: /).waitFor()
}

async function timelineBox(page: Page) {
  const box = await page.locator('.timeline-slider').boundingBox()
  if (box === null) throw new Error('the timeline is not on the page')
  return box
}

async function picker(page: Page): Promise<void> {
  await playLatest(page)
  await page.locator('.picker-open').click()
  await dialog(page)
}

async function exportDialog(page: Page): Promise<void> {
  await playLatest(page)
  await page.getByRole('button', { name: 'Download MP4' }).first().click()
  await dialog(page)
}

async function deviceSetup(page: Page): Promise<void> {
  await page.locator('.remote-entry').first().waitFor()
}

/** The settings that are stored in a recorder. */
async function remoteSettings(page: Page, device: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Settings of (.* · )?${device}$`) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).waitFor()
}

async function streamStatus(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stream status of the server' }).click()
  await page.getByText('Received from devices').waitFor()
}

/** How the picture of the first tile came. */
async function startupTrace(page: Page): Promise<void> {
  await live(page)
  const tile = page.locator('.tile').first()
  await tile.getByRole('button', { name: 'Statistics' }).click()
  await tile.getByRole('button', { name: 'How the picture came' }).click()
  await tile.getByRole('region', { name: 'How the picture came' }).waitFor()
}

async function customDownload(page: Page, device: string): Promise<void> {
  await page.getByRole('button', { name: 'Fetch from vehicle' }).click()
  await dialog(page)
  await page.getByRole('checkbox', { name: device }).check()
  await page.getByRole('combobox', { name: 'End: minute' }).selectOption('5')
  await page.getByRole('button', { name: 'Fetch', exact: true }).click()
  await page.getByRole('progressbar').first().waitFor()
}

async function livePopup(page: Page, device: string): Promise<void> {
  await page.getByTitle(`Live view of ${device}`).first().click()
  await page.getByRole('dialog').locator('.tile[data-state="playing"]').first().waitFor({ timeout: 60_000 })
}

async function addDevice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add device' }).click()
  await dialog(page)
}

async function removeDevice(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await dialog(page)
}

async function remotePlayback(page: Page): Promise<void> {
  await page.locator('button.record-row').nth(2).click()
  await page.getByRole('button', { name: 'MAP', exact: true }).click()
  await page.getByRole('button', { name: 'Multi', exact: true }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  // On a phone the others are below, and decode nothing.
  await page.locator('.tile[data-state="playing"]').first().waitFor({ timeout: 60_000 })
}

async function fence(page: Page): Promise<void> {
  await page.getByLabel('Fence', { exact: true }).selectOption('circle-0')
  await page.getByLabel('Title', { exact: true }).fill('Depot')
  const box = await drawMap(page)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2)
  await page.mouse.up()
  await page.locator('.draw-grip').first().waitFor()
}

async function polygon(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New polygon' }).click()
  await clickOn(page, await drawMap(page))
}

async function route(page: Page): Promise<void> {
  await page.getByLabel('Route', { exact: true }).selectOption('0')
  await page.getByLabel('Title', { exact: true }).fill('Round')
  await clickOn(page, await drawMap(page))
  await page.getByText(/^Straight lines/).waitFor()
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the map stands on the page, after everything else was done: on a phone the page scrolls. */
async function drawMap(page: Page): Promise<Box> {
  const map = page.locator('.draw-map-box')
  await page.locator('.draw-map-box[data-painted]').waitFor()
  await map.scrollIntoViewIfNeeded()
  const box = await map.boundingBox()
  if (box === null) throw new Error('the map is not on the page')
  return box
}

async function clickOn(page: Page, box: Box): Promise<void> {
  const places = [
    [0.25, 0.3],
    [0.7, 0.35],
    [0.55, 0.7],
  ] as const
  for (const [at, [x, y]] of places.entries()) {
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
    await page.locator('.draw-grip-corner, .draw-grip-position').nth(at).waitFor()
  }
}

/** The way of the filmed vehicle, of yesterday by the clock of this machine. */
function filmedTrack(): string {
  const date = new Date(Date.now() - 86_400_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `/gpsplayback?device=${FILMED}&day=${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

async function gpsTrack(page: Page): Promise<void> {
  await page.locator('.speed-chart').waitFor()
  await page.locator('.map-box[data-painted]').waitFor()
}

async function gpsList(page: Page): Promise<void> {
  await gpsTrack(page)
  await page.getByText('List', { exact: true }).click()
  await page.locator('.point-scroll .point-row').first().waitFor()
}

async function gpsOverview(page: Page): Promise<void> {
  await gpsTrack(page)
  await page.getByRole('button', { name: 'Full View' }).click()
  await dialog(page)
}

async function gpsRecording(page: Page): Promise<void> {
  await gpsTrack(page)
  await page.locator('.speed-chart').click({ position: { x: 160, y: 100 } })
  await page.getByRole('radio', { name: 'Up to 4 channels' }).check({ force: true })
  await page.locator('.gps-playback .tile[data-state="playing"]').first().waitFor()
}
