// What a browser is needed for around the pages: what it caches, what it is refused, and a language read from the right.
import { expect, type Page, test } from '@playwright/test'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
})

test.afterAll(async () => {
  await site.close()
})

/** Options of the site, in place of the server's answer. */
const setSite = (page: Page, options: object) =>
  page.route('**/gms.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `window.gmsConfig = ${JSON.stringify(options)}` }),
  )

test('[SHELL-132] [SHELL-133] [SHELL-134] [API2-180] the service worker caches files of the build only; another build is offered, and loaded when the user accepts', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await setSite(page, { disableMap: true })
  const manifestOf = page.waitForResponse('**/asset-manifest.json')
  await openPage(page, site, '/blockview')
  // The build that the server serves, whose main script is the one that runs.
  const served = (await (await manifestOf).json()) as { 'index.html': { file: string; isEntry: boolean } }
  expect(served['index.html'].isEntry).toBe(true)
  await expect(page.locator(`script[src$="${served['index.html'].file}"]`)).toHaveCount(1)
  await test.step('[API2-181] the service worker is the one at /service-worker.js', async () => {
    const script = await page.evaluate(() =>
      navigator.serviceWorker.ready.then(({ active }) => active?.scriptURL ?? ''),
    )
    expect(new URL(script).pathname).toBe('/service-worker.js')
  })
  await page.reload()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const stored = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(stored.length).toBeGreaterThan(5)
  expect(stored.filter((path) => !path.startsWith('/assets/'))).toEqual([])
  expect(errors).toEqual([])

  const manifest = { 'index.html': { file: 'assets/index-of-tomorrow.js', isEntry: true } }
  await page.route('**/asset-manifest.json', (route) => route.fulfill({ json: manifest }))
  await page.reload()
  const offer = page.getByText('A newer version of the console is here.')
  await expect(offer).toBeVisible()
  await page.unroute('**/asset-manifest.json')
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()])
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('[SHELL-127] [SHELL-128] [SHELL-130] [SHELL-131] a trial that is over, and a browser without WebGL, see one sentence', async ({
  page,
}) => {
  await test.step('[SHELL-125] [SHELL-129] a site with neither entrance nor trial lets every user in', async () => {
    await page.goto(site.url('/login'))
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  })
  await setSite(page, { trial: true })
  await page.clock.setFixedTime(1_556_668_800_000 - 1)
  await page.goto(site.url('/login'))
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  await page.clock.setFixedTime(1_556_668_800_000)
  await page.goto(site.url('/blockview'))
  await expect(page.locator('body')).toHaveText('Sorry, Trial over expire date.')
  await page.unroute('**/gms.js')
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto(site.url('/login'))
  await expect(page.locator('body')).toHaveText('WebGL not supported')
})

test('[SHELL-123] [SHELL-126] the entrance lets in, also to inner pages of the same tab; another tab is sent away', async ({
  page,
  context,
}) => {
  const entrance = '0'.repeat(64)
  await test.step('[SHELL-124] [SHELL-126] without an address, to a search engine', async () => {
    const google = 'https://www.google.com/'
    await page.route(`${google}**`, (route) => route.fulfill({ body: 'a search' }))
    await setSite(page, { entrance })
    await page.goto(site.url('/login')).catch(() => null)
    await expect(page).toHaveURL(google)
    await page.unroute('**/gms.js')
  })
  const away = { entrance, entranceRedirect: site.url('/icon.svg') }
  await setSite(page, away)
  await page.goto(site.url('/login'))
  await expect(page).toHaveURL(site.url('/icon.svg'))
  const other = await context.newPage()
  const hash = await page.evaluate(async () => {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('/our-door')))
    return [...bytes]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  })
  await setSite(other, { ...away, entrance: hash })
  await other.goto(site.url('/our-door'))
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
  await other.goto(site.url('/login'))
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
  await other.close()
})

test('[SHELL-019] in Arabic the page is its own mirror image, and nothing is wider than the screen', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await setSite(page, { disableMap: true })
  await openPage(page, site, '/blockview')
  const brandAt = async () => (await page.locator('.brand').boundingBox())?.x ?? -1
  expect(await brandAt()).toBeLessThan(100)
  await page.getByRole('button', { name: 'Language: English' }).click()
  await test.step('[SHELL-020] the languages are those of the server, in its order', async () => {
    const { configs } = (await (await page.request.get(site.url('/i18n/config'))).json()) as {
      configs: { name: string }[]
    }
    expect(configs.length).toBeGreaterThan(2)
    await expect(page.getByRole('menuitemradio')).toHaveText(configs.map(({ name }) => name))
  })
  await page.getByRole('menuitemradio', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const { width } = page.viewportSize() ?? { width: 0 }
  expect(await brandAt()).toBeGreaterThan(width - 250)
  for (const path of ['/blockview', '/liveview']) {
    await page.goto(site.url(path))
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
  }
  expect(errors).toEqual([])
})

test('nothing of the bars lies upon another on a small screen, also while the link is lost', async ({ page }) => {
  await setSite(page, { disableMap: true })
  let lost = false
  const cuts: (() => void)[] = []
  await page.routeWebSocket(
    ({ port }) => port === String(site.ports.main),
    (link) => {
      if (lost) return void link.close()
      link.connectToServer()
      cuts.push(() => void link.close())
    },
  )
  await openPage(page, site, '/blockview')
  const footer = page.getByRole('contentinfo')
  await expect(page.locator('.heartbeat[data-beat="true"]')).toBeVisible()
  lost = true
  for (const cut of cuts) cut()
  await expect(footer.getByText(/^as of /)).toBeVisible()
  for (const width of [1280, 1366, 1601]) {
    await page.setViewportSize({ width, height: 768 })
    // The bars measure themselves after the window has its new width.
    await expect
      .poll(() => page.evaluate(overlaps, ['.footer', '.footer-info', '.filters', '.top-bar', '.top-nav']))
      .toEqual([])
    const lines = await page.locator('.top-nav > a').evaluateAll((links) => links.map((one) => one.scrollHeight))
    expect(new Set(lines).size).toBe(1)
  }
})

/** The children of these boxes that lie upon each other, or reach out of their box. */
function overlaps(boxes: readonly string[]): string[] {
  const found: string[] = []
  for (const selector of boxes) {
    for (const box of document.querySelectorAll(selector)) {
      const outer = box.getBoundingClientRect()
      const inner = [...box.children].filter((child) => child.getBoundingClientRect().width > 0)
      inner.forEach((child, at) => {
        const one = child.getBoundingClientRect()
        const next = inner[at + 1]?.getBoundingClientRect()
        const out = one.left < outer.left - 1 || one.right > outer.right + 1
        if (out || (next && next.left < one.right - 1)) found.push(`${selector}: ${child.textContent}`)
      })
    }
  }
  return found
}
