// What a test asks of a page: signing in, console errors, and whether a tile shows a picture.
import { expect, type Locator, type Page } from '@playwright/test'
import { hashPassword, type Operator } from './operator.ts'
import { PASSWORD, type Site, USER } from './site.ts'

/** Collects what the page reports as an error; a test ends with `expect(errors).toEqual([])`. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (!reason.includes('ERR_ABORTED')) errors.push(`${request.url().split('?')[0]}: ${reason}`)
  })
  return errors
}

export async function signIn(page: Page, site: Site, name: '127.0.0.1' | 'console.test' = '127.0.0.1'): Promise<void> {
  await page.goto(site.url('/login', name))
  await page.getByLabel('User name', { exact: false }).fill(USER)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('switch').check()
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).not.toHaveURL(/\/login/)
}

/** Opens a page as an operator whose login this browser remembers: the form and the landing page are not drawn before it. */
export async function openPage(
  page: Page,
  site: Site,
  path: string,
  name: '127.0.0.1' | 'console.test' = '127.0.0.1',
): Promise<void> {
  const { ports } = site
  const remembered = { UserName: USER, Sha256Pass: hashPassword(PASSWORD), ServerIp: name, ServerPort: ports.main }
  await page.addInitScript(
    ([origin, entries]) => {
      if (location.origin !== origin || localStorage.getItem('AutoLogin') !== null) return
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, String(value))
    },
    [new URL(site.url('/', name)).origin, { ...remembered, AutoLogin: 'true' }] as const,
  )
  await page.goto(site.url(path, name))
}

/**
 * Leads the console to another page, as its navigation does: nothing is loaded anew. Resolves when the old page is gone. The old
 * and the new one must differ in more than a device or a query, which change within a page.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const isOtherPage = new URL(to, location.href).pathname !== location.pathname
    if (isOtherPage) document.querySelector('.page-frame > *')?.setAttribute('data-left', '')
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('[data-left]')).toHaveCount(0)
}

export interface Picture {
  readonly width: number
  readonly height: number
  /** Mean brightness 0–255 and its spread over the picture: a black or a grey picture has a spread near 0. */
  readonly mean: number
  readonly spread: number
  /** A sum over the pixels that changes with the picture. */
  readonly print: number
}

/** The pixels of a tile as the viewer sees them, from its canvas or its video element. */
export function pictureOf(tile: Locator): Promise<Picture | null> {
  return tile.evaluate((element) => {
    const source = element.querySelector<HTMLCanvasElement | HTMLVideoElement>('canvas, video')
    if (source === null) return null
    const width = source instanceof HTMLVideoElement ? source.videoWidth : source.width
    const height = source instanceof HTMLVideoElement ? source.videoHeight : source.height
    if (width === 0 || height === 0) return null
    const canvas = document.createElement('canvas')
    canvas.width = 64
    canvas.height = 36
    const context = canvas.getContext('2d')
    if (context === null) return null
    context.drawImage(source, 0, 0, 64, 36)
    const { data } = context.getImageData(0, 0, 64, 36)
    let sum = 0
    let squares = 0
    let print = 0
    for (let at = 0; at < data.length; at += 4) {
      const light = ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 3
      sum += light
      squares += light * light
      print = (print * 31 + Math.round(light)) % 1_000_000_007
    }
    const count = data.length / 4
    const mean = sum / count
    return { width, height, mean, spread: Math.sqrt(Math.max(0, squares / count - mean * mean)), print }
  })
}

/** Passes when the tile shows a picture that is not one colour, and another picture some time later. */
export async function expectMovingPicture(tile: Locator): Promise<Picture> {
  await expect(tile).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
  await expect.poll(async () => (await pictureOf(tile))?.spread ?? 0, { timeout: 20_000 }).toBeGreaterThan(5)
  const first = await pictureOf(tile)
  await expect.poll(async () => (await pictureOf(tile))?.print, { timeout: 20_000 }).not.toBe(first?.print)
  return first as Picture
}

/** Start (unix seconds) of the first minute of the present UTC day that has a recording, or null. */
export async function firstRecordedMinute(operator: Operator, deviceId: string): Promise<number | null> {
  const dayStartS = Math.floor(Date.now() / 86_400_000) * 86_400
  const reply = await operator.request('Q06', { A: deviceId, B: String(dayStartS) })
  const minute = new TextDecoder().decode(reply.payload ?? new Uint8Array()).indexOf('1')
  return minute < 0 ? null : dayStartS + minute * 60
}

/** Chooses a minute of today on the playback page by its hour and minute buttons. */
export async function chooseMinute(page: Page, startS: number): Promise<void> {
  const at = new Date(startS * 1000)
  const [hour, minute] = [at.getHours(), at.getMinutes()].map((value) => String(value).padStart(2, '0'))
  await page.getByRole('button', { name: `Hour ${hour}`, exact: true }).click()
  await page.getByRole('button', { name: `${hour}:${minute}`, exact: true }).click()
}
