// Whether everything fits into the top bar: measured in its place, in every language, at every width of a desktop.
import { expect, type Page, test, type WebSocketRoute } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site

test.beforeAll(async () => {
  site = await Site.start({ site: { broadcast: true } })
})

test.afterAll(() => site.close())

const widths = [800, 900, 1024, 1152, 1280, 1366, 1440, 1536, 1600, 1680, 1760, 1880, 1920]

interface Measured {
  readonly overflowPx: number
  /** What reaches beyond the bar or is cut off. */
  readonly outside: readonly string[]
  /** Neighbours that lie on each other. */
  readonly covered: readonly string[]
}

function measure(page: Page): Promise<Measured> {
  return page.locator('.top-bar').evaluate((bar) => {
    const place = bar.getBoundingClientRect()
    const named = (element: Element) => element.getAttribute('aria-label') ?? element.className ?? element.tagName
    const parts = [...bar.children, ...bar.querySelectorAll('nav > *, .link-notice')].filter(
      (part) => part.getBoundingClientRect().width > 0,
    )
    const outside = parts.filter((part) => {
      const box = part.getBoundingClientRect()
      return box.left < place.left - 0.5 || box.right > place.right + 0.5 || part.scrollWidth > part.clientWidth + 1
    })
    const leaves = parts.filter((part) => !parts.some((other) => other !== part && part.contains(other)))
    const boxes = leaves
      .map((part) => ({ part, box: part.getBoundingClientRect() }))
      .sort((a, b) => a.box.left - b.box.left)
    const covered = boxes.filter(({ box }, at) => at > 0 && box.left < (boxes[at - 1]?.box.right ?? 0) - 0.5)
    return {
      overflowPx: bar.scrollWidth - bar.clientWidth,
      outside: outside.map(named),
      covered: covered.map(({ part }) => named(part)),
    }
  })
}

function faultOf({ overflowPx, outside, covered }: Measured): string | null {
  if (overflowPx <= 0 && outside.length === 0 && covered.length === 0) return null
  return `${overflowPx} px too wide, outside: ${outside.join()}, covered: ${covered.join()}`
}

async function expectFits(page: Page, about: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(() => page.locator('.top-bar').evaluate((bar) => Math.round(bar.getBoundingClientRect().width)))
      .toBe(width)
    // Polled: the bar fits itself in the frame after it got its width.
    await expect
      .poll(async () => faultOf(await measure(page)), { message: `${about} at ${width} px`, timeout: 5_000 })
      .toBeNull()
  }
}

/** Opens the page whose name is longest in this language: the open page is the one that keeps its name. */
async function openLongestName(page: Page): Promise<void> {
  const links = page.locator('.top-nav > a')
  const lengths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('title')?.length ?? 0))
  await links.nth(lengths.indexOf(Math.max(...lengths))).click()
  await expect(page.locator('.top-nav > a[aria-current="page"]')).toHaveCount(1)
}

for (const language of ['en', 'tw', 'ar']) {
  test(`[C3] everything fits into the top bar in the language ${language} from 800 to 1920 px, with the link and without, where the site has a broadcast`, async ({
    page,
  }) => {
    let cut = false
    const links = new Set<WebSocketRoute>()
    await page.routeWebSocket(
      (url) => Number(url.port) === site.ports.main,
      (link) => {
        if (cut) return void link.close()
        link.connectToServer()
        links.add(link)
      },
    )
    await page.addInitScript((code) => localStorage.setItem('language', code), language)
    await openPage(page, site, '/blockview')
    await expect(page.locator('.top-bar .idle-clock')).toHaveCount(1)
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'tw' ? /^zh/ : language)
    await openLongestName(page)
    await expectFits(page, 'with the link')
    cut = true
    for (const link of links) await link.close()
    await expect(page.locator('.link-notice')).toHaveCount(1)
    await expectFits(page, 'without the link')
    await expect(page.locator('.link-notice')).toBeVisible()
  })
}

test('on a phone the filter of groups covers no menu and no button of the bar', async ({ browser }) => {
  const operator = await site.operator()
  const body = JSON.stringify({ parentid: 'root', newChildrenName: 'North' })
  await operator.request('S04', { F: 'usergroup', T: 'POST' }, body)
  operator.close()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await openPage(page, site, '/blockview')
  await expect(page.getByLabel('Group', { exact: true })).toBeVisible()
  const hidden = () =>
    page.locator('.top-bar').evaluate((bar) =>
      [...bar.querySelectorAll('a, button, select')]
        .filter((part) => part.checkVisibility())
        .filter((part) => {
          const { left, top, width, height, right } = part.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return right > 390 || hit === null || !part.contains(hit)
        })
        .map((part) => part.getAttribute('aria-label') ?? part.textContent),
    )
  await expect.poll(hidden).toEqual([])
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 })
  await context.close()
})
