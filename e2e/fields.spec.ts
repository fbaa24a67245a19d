// How fields, their choices and the lists of vehicles look: measured in a browser.
import { expect, type Locator, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const BUS = '13800138007'

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '2', F: '0' })
  const record = { vehicleid: 'Bus 103 · University – Market', driver: 'Hsu Kuo' }
  await operator.request('D04', { A: BUS }, JSON.stringify(record))
  operator.close()
})

test.afterAll(() => site.close())

/** How much of its longest choice a selector hides, in pixels. */
const hiddenOf = (selector: Locator): Promise<number> =>
  selector.evaluate((select: HTMLSelectElement) => {
    const style = getComputedStyle(select)
    const pen = document.createElement('canvas').getContext('2d')
    if (pen === null) throw new Error('texts cannot be measured')
    pen.font = style.font
    const longest = Math.max(...[...select.options].map(({ text }) => pen.measureText(text).width))
    const room = select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    return Math.max(0, Math.ceil(longest - room))
  })

for (const width of [1920, 390])
  test(`the choices of recording and of sound are read as a whole in a window of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openPage(page, site, '/regdevices')
    await page.getByRole('button', { name: `Edit ${BUS}` }).click()
    for (const label of ['Recording', 'Sound']) {
      expect(await hiddenOf(page.getByLabel(label, { exact: true })), label).toBe(0)
    }
  })

for (const theme of ['default', 'darkly'])
  test(`the stream of a channel that is not fetched looks different in the theme ${theme}`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
    await openPage(page, site, '/idle')
    await page.getByRole('button', { name: 'Fetch from vehicle' }).click()
    const dialog = page.getByRole('dialog', { name: 'Fetch from vehicle' })
    await dialog.getByRole('checkbox', { name: new RegExp(BUS) }).check()
    const streamOf = (channel: number) => dialog.getByLabel(`Stream of channel ${channel}`)
    await expect(streamOf(1)).toBeEnabled()
    await expect(streamOf(2)).toBeDisabled()
    const ground = (of: Locator) => of.evaluate((select) => getComputedStyle(select).backgroundColor)
    expect(await ground(streamOf(2))).not.toBe(await ground(streamOf(1)))
  })

for (const [path, width] of [
  ['/fence', 1920],
  ['/fence', 390],
  ['/routeplanning', 1920],
] as const)
  test(`[C14] the list of vehicles on ${path} shows name, number and driver as a whole in a window of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openPage(page, site, path)
    await page.locator('main select').first().selectOption({ index: 1 })
    const texts = page.locator('.device-checklist-one').first().locator('span, small')
    await expect(texts).toHaveText(['Bus 103 · University – Market', `${BUS} · Hsu Kuo`, 'Offline'])
    // Texts and row at one moment: the page may still move them.
    const seen = await texts.evaluateAll((all) =>
      all.map((text) => {
        const [of, row] = [text.getBoundingClientRect(), text.closest('.device-checklist-one')?.getBoundingClientRect()]
        const isWithin = row !== undefined && of.top >= row.top && of.bottom <= row.bottom
        return { isCut: text.scrollWidth > text.clientWidth, isWithin }
      }),
    )
    const whole = { isCut: false, isWithin: true }
    expect(seen).toEqual([whole, whole, whole])
  })

for (const theme of ['default', 'darkly'])
  test(`[C12] a field that is wrong has another border than one that is right in the theme ${theme}`, async ({
    page,
  }) => {
    await page.addInitScript((name) => localStorage.setItem('themeName', name), theme)
    await openPage(page, site, '/fence')
    await page.getByLabel('Fence', { exact: true }).selectOption('circle-0')
    const field = (name: string) => page.getByLabel(name, { exact: true })
    await field('Latitude').fill('95')
    await field('Longitude').fill('120')
    await field('Title').focus()
    await expect(page.getByText('A latitude from -90 to 90')).toBeVisible()
    const border = (name: string) => field(name).evaluate((input) => getComputedStyle(input).borderTopColor)
    await expect.poll(() => border('Latitude')).not.toBe(await border('Longitude'))
  })

test('the arrows of hours and minutes, which are read from left to right in Arabic too, stand beside the numbers', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'))
  await openPage(page, site, '/idle')
  await page.getByRole('button', { name: 'جلب من المركبة' }).click()
  const arrows = page.getByRole('dialog').locator('select')
  await expect(arrows.first()).toBeVisible()
  const places = await arrows.evaluateAll((all) =>
    all.map((select) => {
      const { direction, backgroundPositionX } = getComputedStyle(select)
      return `${direction}: ${backgroundPositionX.split(', ')[0]}`
    }),
  )
  expect(new Set(places)).toEqual(new Set(['ltr: calc(100% - 12px)', 'rtl: 12px']))
})
