// Pixels of the live picture: how old it is, that sub and main stream change without a black moment, that it is enlarged
// by wheel and keys, and that a real decoder survives damaged pictures.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMediaMessage } from '@fleetglass/contract/streams'
import { nalUnits, readSendTime } from '@fleetglass/media'
import { expect, type Page, test } from '@playwright/test'
import { expectMovingPicture, openPage, watchErrors } from '../../tools/site/browser.ts'
import { hashPassword } from '../../tools/site/operator.ts'
import { PASSWORD, Site, USER } from '../../tools/site/site.ts'
import { corner, counterOf, readCounter } from './burned-counter.ts'

// The clip of this channel has its number on dark ground, so that it can be read from the small stream too.
const channel = 2

/** Where a player keeps a stock of pictures, each picture is older than this when it is seen. */
const NOT_BUFFERED_MS = 1_500

let site: Site
let device: string

test.beforeAll(async () => {
  site = await Site.start()
  ;[device = ''] = await site.startVehicles(1, 2)
  const operator = await site.operator()
  const record = { driver: 'Lin Mei', vehicleid: 'Cold truck 9', plate: 'KAB-1207', chsort: '2,1' }
  await operator.request('D04', { A: device }, JSON.stringify(record))
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test('[LIVE-39] a double click toggles full screen of a tile and its main stream, without a black moment; live pictures are not buffered', async ({
  page,
}) => {
  const errors = watchErrors(page)
  // Where few tiles have much room they show the main stream unasked.
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.addInitScript(noteMessages, channel)
  const streams: URL[] = []
  page.on('websocket', (socket) => {
    const url = new URL(socket.url())
    if (url.pathname === '/ws.cgi') streams.push(url)
  })
  await openPage(page, site, `/liveview/${device}`)
  const tile = page.locator(`.tile[data-channel="${channel}"]`)
  await expectMovingPicture(tile)
  await test.step('[STRM-02] [STRM-03] [STRM-16] [STRM-29] each channel is requested at the port of streams that the server reported, with user and hash', () => {
    const requested = streams.map((url) => ({ port: url.port, ...Object.fromEntries(url.searchParams) }))
    const account = { port: String(site.ports.streams), user: USER, password: hashPassword(PASSWORD) }
    for (const of of ['1', '2'])
      expect(requested).toContainEqual(expect.objectContaining({ ...account, deviceid: device, channel: of }))
  })
  await test.step('[ENT-056] [ENT-059] [ENT-060] [ENT-061] every stream comes from the host and port of the server, for user and hash', () => {
    const account = ['127.0.0.1', String(site.ports.streams), USER, hashPassword(PASSWORD)]
    expect(streams.length).toBeGreaterThan(0)
    for (const { hostname, port, searchParams } of streams)
      expect([hostname, port, searchParams.get('user'), searchParams.get('password')]).toEqual(account)
  })
  await test.step('[LIVE-38] a tile that plays has no spinner', () =>
    expect(tile.locator('.tile-spinner')).toHaveCount(0))
  await expect(tile).toHaveAttribute('data-stream', 'sub')
  await watchPicture(page)
  await expect.poll(() => leastDelayMs(page, 320)).toBeLessThan(NOT_BUFFERED_MS)

  const screen = tile.locator('.tile-screen')
  await screen.dblclick()
  await expect(tile).toHaveAttribute('data-stream', 'main')
  expect(await page.evaluate(() => document.fullscreenElement?.getAttribute('data-channel'))).toBe(String(channel))
  await expect.poll(() => leastDelayMs(page, 640)).toBeLessThan(NOT_BUFFERED_MS)
  await screen.dblclick()
  await expect(tile).toHaveAttribute('data-stream', 'sub')
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()

  const { seen } = await page.evaluate(() => window.watched)
  const numbers = seen.map(({ light }) => readCounter(light))
  const wide = seen.map(({ width }) => width)
  // From small to large and back, each a change of the picture and never of nothing.
  expect([...new Set(wide)].sort((a, b) => a - b)).toEqual([320, 640])
  expect(Math.min(...seen.map(({ spread }) => spread))).toBeGreaterThan(5)
  expect(numbers.filter((number) => number === null)).toEqual([])

  await test.step('the picture is enlarged and moved, by wheel and by keys', async () => {
    const stage = screen.locator('.tile-stage')
    await screen.hover()
    await page.mouse.wheel(0, -100)
    await expect(stage).toHaveAttribute('style', /scale\(1[.]25\)/)
    await screen.focus()
    await page.keyboard.press('+')
    await expect(screen.getByRole('button', { name: /^1[.]6 times/ })).toBeVisible()
    const before = await stage.getAttribute('style')
    await page.keyboard.press('ArrowRight')
    await expect(stage).not.toHaveAttribute('style', before ?? '')
    await page.keyboard.press('0')
    await expect(stage).toHaveAttribute('style', /^(?!.*scale)/)
  })

  await test.step('the keyboard alone finds how the picture came', async () => {
    await tile.getByRole('button', { name: 'Statistics' }).focus()
    await page.keyboard.press('Enter')
    await tile.getByRole('button', { name: 'How the picture came' }).focus()
    await page.keyboard.press('Enter')
    const startupTrace = tile.getByRole('region', { name: 'How the picture came' })
    await expect(startupTrace).toBeFocused()
    await expect(startupTrace.locator('[data-state="reached"]')).toHaveCount(6)
    await page.keyboard.press('Escape')
    await expect(startupTrace).toHaveCount(0)
  })
  expect(errors).toEqual([])
})

test('[LIVE-02] [LIVE-09] [LIVE-41] [LIVE-48] the vehicle has its names, its speed and its channels in the order of its record', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, `/liveview/${device}`)
  await expect(page.locator('.channel-toggle .num')).toHaveText(['2', '1'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Cold truck 9 · ${device}`)
  for (const text of ['Lin Mei', 'KAB-1207', device]) await expect(page.locator('.vehicle-facts')).toContainText(text)
  await expect(page.getByRole('img', { name: /^Speed \d+ (km|mi)\/h$/ })).toBeVisible()
  expect(errors).toEqual([])
})

test('a real decoder survives damaged pictures: it goes on at a key frame, and the tile shows it meanwhile', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await page.addInitScript(damageMessages, channel)
  await openPage(page, site, `/liveview/${device}`)
  const tile = page.locator(`.tile[data-channel="${channel}"]`)
  await expectMovingPicture(tile)
  await tile.getByRole('button', { name: 'Statistics' }).click()
  const damages = tile.locator('[data-figure="damages"]')
  await page.evaluate(() => {
    window.damage = true
  })
  await expect(damages).not.toHaveAttribute('data-value', '0')
  await expect(tile.getByText('Damaged pictures')).toBeVisible()
  await page.evaluate(() => {
    window.damage = false
  })
  await expect(tile.getByText('Damaged pictures')).toHaveCount(0)
  await expectMovingPicture(tile)
  await expect.poll(() => counterOf(tile)).not.toBeNull()
  await expect(tile).toHaveAttribute('data-state', 'playing')
  expect(errors).toEqual([])
})

/** The delay that the quickest picture of a width had from its sending to the screen. A busy machine delays many, not all. */
async function leastDelayMs(page: Page, width: 320 | 640): Promise<number> {
  const { seen, came } = await page.evaluate(() => window.watched)
  const sent = sentTimes(came)
  const firstSeen = new Map<string, number>()
  for (const { light, width: seenWidth, atMs } of seen) {
    const key = `${seenWidth} ${readCounter(light)}`
    if (seenWidth === width && !firstSeen.has(key)) firstSeen.set(key, atMs)
  }
  const delays = [...firstSeen].flatMap(([key, atMs]) => {
    // A clip begins again after twenty seconds: the latest sending before the picture was seen counts.
    const sentMs = sent.get(key)?.findLast((time) => time <= atMs)
    return sentMs === undefined ? [] : [atMs - sentMs]
  })
  return Math.min(...delays)
}

interface Seen {
  readonly atMs: number
  readonly width: number
  /** Of the whole picture: near 0 where it is black. */
  readonly spread: number
  /** Brightness in the corner of the number. */
  readonly light: readonly number[]
}

declare global {
  interface Window {
    watched: { seen: Seen[]; came: string[] }
    damage: boolean
  }
}

/** In the page: stores the pictures that come for a channel, as base64. */
function noteMessages(channel: number): void {
  window.watched = { seen: [], came: [] }
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      if (!new URL(url).searchParams.getAll('channel').includes(String(channel))) return
      this.addEventListener('message', ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return
        let text = ''
        for (const byte of new Uint8Array(data)) text += String.fromCharCode(byte)
        window.watched.came.push(btoa(text))
      })
    }
  }
}

/** In the page: looks at the picture that lies on top, whenever the browser draws the page. */
function watchPicture(page: Page): Promise<void> {
  return page.evaluate(
    ([of, channel]) => {
      const canvas = (width: number, height: number) => {
        const made = Object.assign(document.createElement('canvas'), { width, height })
        return made.getContext('2d', { willReadFrequently: true })!
      }
      const whole = canvas(32, 18)
      const part = canvas(of.width, of.height)
      const brightness = (data: Uint8ClampedArray) =>
        Array.from({ length: data.length / 4 }, (_, at) => ((data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0)) / 2)
      let last = ''
      const look = () => {
        const stage = document.querySelector(`.tile[data-channel="${channel}"] .tile-stage`)
        const picture =
          stage?.querySelector<HTMLCanvasElement>('.tile-picture-leaving') ?? stage?.querySelector('canvas')
        if (picture) {
          const { width, height } = picture
          whole.drawImage(picture, 0, 0, 32, 18)
          const all = brightness(whole.getImageData(0, 0, 32, 18).data)
          const mean = all.reduce((sum, value) => sum + value, 0) / all.length
          const spread = Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length)
          const [x, y] = [width / of.of.width, height / of.of.height]
          part.drawImage(picture, of.left * x, of.top * y, of.width * x, of.height * y, 0, 0, of.width, of.height)
          const light = brightness(part.getImageData(0, 0, of.width, of.height).data)
          // The browser draws four times as often as the camera: only a different picture is stored.
          const print = `${width} ${spread} ${light.join()}`
          if (print !== last) window.watched.seen.push({ atMs: Date.now(), width, spread, light })
          last = print
        }
        requestAnimationFrame(look)
      }
      look()
    },
    [corner, channel] as const,
  )
}

/** When the camera sent the picture with a number, by width and number. The clip contains the number of each picture. */
function sentTimes(came: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const numbers = { 640: clipNumbers('driver.h264'), 320: clipNumbers('driver-sub.h264') }
  const sent = new Map<string, number[]>()
  for (const text of came) {
    const message = parseMediaMessage(new Uint8Array(Buffer.from(text, 'base64')))
    if (message?.kind !== 'video') continue
    const slice = [...nalUnits(message.payload)].at(-1)
    const sentMs = readSendTime('h264', message.payload)
    const width = message.mainStream ? 640 : 320
    const number = slice && numbers[width].get(Buffer.from(slice).toString('latin1'))
    if (number === undefined || sentMs === null) continue
    const key = `${width} ${number}`
    sent.set(key, [...(sent.get(key) ?? []), sentMs])
  }
  return sent
}

/** The number of each picture of a clip, by its slice. */
function clipNumbers(name: string): ReadonlyMap<string, number> {
  const file = new Uint8Array(readFileSync(join(import.meta.dirname, '../../apps/simulator/clips', name)))
  const numbers = new Map<string, number>()
  for (const unit of nalUnits(file)) {
    const type = (unit[0] ?? 0) & 0x1f
    if (type === 1 || type === 5) numbers.set(Buffer.from(unit).toString('latin1'), numbers.size)
  }
  return numbers
}

/** In the page: while `damage` is set, every picture of a channel comes with its inside turned round. */
function damageMessages(channel: number): void {
  window.damage = false
  const Native = WebSocket
  window.WebSocket = class extends Native {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols)
      if (!new URL(url).searchParams.getAll('channel').includes(String(channel))) return
      // Before the player's own listener, on the same bytes.
      this.addEventListener('message', ({ data }) => {
        if (!window.damage || !(data instanceof ArrayBuffer)) return
        const bytes = new Uint8Array(data)
        if (bytes[3] === 1) for (let at = 120; at < bytes.length; at += 1) bytes[at] = 255 - (bytes[at] ?? 0)
      })
    }
  }
}
