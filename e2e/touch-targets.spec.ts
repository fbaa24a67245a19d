// Whether a phone can be used: the size of every control, and tables whose rows are read without scrolling sideways.
import { expect, type Page, test } from '@playwright/test'
import { moveTo, openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const LEAST_PX = 43.5
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/**
 * Each page with a control that it has as soon as its content is there. `DEVICE` stands for the vehicle. No page follows on itself:
 * `moveTo` sees a page go, not its tabs.
 */
const pages = [
  ['/blockview', 'button'],
  ['/liveview/DEVICE', '.tile button'],
  ['/treeview', 'main button'],
  ['/splayback/DEVICE', '.channel-button'],
  ['/fence', 'main input[type=checkbox]'],
  ['/regdevices', 'td input[type=checkbox]'],
  ['/setting', 'main input'],
  ['/usersetting', 'td'],
  ['/groupsetting', 'main input[type=checkbox]'],
  ['/groupsummary', 'th'],
  ['/permission', 'td button'],
  ['/i18neditor', 'main input'],
  ['/devicefirmwareupdate?device=DEVICE', 'main form button'],
  ['/driversetting', 'main button'],
  ['/devicefirmwareupdate?tab=store', 'main form button'],
  ['/facerecognitionsetting', 'main h1'],
  ['/devicefirmwareupdate?tab=rollouts', 'main .page-state'],
  ['/routeplanning', 'main input[type=checkbox]'],
  ['/mileage', 'main aside button'],
  ['/todayevents', 'main h1'],
  ['/talklog', 'main h1'],
  ['/uslog', 'main h1'],
  ['/accesslog', 'main h1'],
  ['/queryeventex', 'main form'],
  ['/autoupload', 'main form button'],
  ['/devicenetflow', 'main select'],
  ['/evidence', 'main button'],
  ['/deviceusage', 'main aside button'],
  ['/performanceinfo', 'main select'],
  ['/fleetoverview', 'main button'],
  ['/fleethealth', 'main a, main button'],
] as const

let site: Site
let device: string
/** The phone of all tests: it loads the console once, and each test moves it to its page. */
let page: Page

test.beforeAll(async ({ browser }) => {
  site = await Site.start({ site: { broadcast: true } })
  ;[device = ''] = await site.startVehicles(2, 2)
  page = await (await browser.newContext(PHONE)).newPage()
  await openPage(page, site, '/usersetting')
  await expect(page.getByRole('contentinfo')).toBeVisible()
})

test.afterAll(async () => {
  await page?.context().close()
  await site?.close()
})

/** The controls that are smaller than a finger; a checkbox or a radio is as large as its label. A link within a sentence may be small. */
function smallControls(): Promise<string[]> {
  return page.evaluate((leastPx) => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'button, a[href], select, input:not([type=range], [type=color]), [role=switch]',
      ),
    ]
    const small = controls.filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('.skip')) return false
      if (getComputedStyle(control).display === 'inline') return false
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : []
      const boxes = [control, ...labels].map((part) => part.getBoundingClientRect())
      return (
        Math.max(...boxes.map(({ height }) => height)) < leastPx ||
        Math.max(...boxes.map(({ width }) => width)) < leastPx
      )
    })
    return small.map((control) => {
      const { width, height } = control.getBoundingClientRect()
      const name = control.getAttribute('aria-label') ?? control.textContent.trim()
      return `${control.tagName}.${control.className} "${name}" ${Math.round(width)} x ${Math.round(height)}`
    })
  }, LEAST_PX)
}

for (const [path, control] of pages) {
  test(`on a phone no control of ${path} is smaller than 44 px`, async () => {
    await moveTo(page, path.replace('DEVICE', device))
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.locator(control).first()).toBeVisible()
    await expect.poll(() => smallControls()).toEqual([])
  })
}

test('on a phone the name of a picture is readable beside its buttons', async () => {
  await moveTo(page, `/liveview/${device}`)
  const tile = page.locator('.tile').first()
  await expect(tile).toHaveAttribute('data-state', 'playing')
  const name = await tile.locator('.tile-name').evaluate((one) => [one.scrollWidth, one.clientWidth] as const)
  expect(name[0]).toBeLessThanOrEqual(name[1])
})

/** What stands in the rows, as far as it is cut or beyond the edge of the screen. */
function cutParts(): Promise<string[]> {
  return page.evaluate((widthPx) => {
    const parts = [...document.querySelectorAll<HTMLElement>('tbody :is(th, td, input, select, button)')]
    const isCut = (part: HTMLElement): boolean => {
      const { left, right } = part.getBoundingClientRect()
      const clips = part.matches('th, td') && part.scrollWidth > part.clientWidth + 1
      return left < 0 || right > widthPx || clips
    }
    return parts
      .filter((part) => part.checkVisibility() && isCut(part))
      .map((part) => `${part.tagName} ${part.getAttribute('aria-label') ?? part.textContent}`)
  }, PHONE.viewport.width)
}

for (const [path, part] of [
  ['/usersetting', /^Edit admin/],
  ['/driversetting', /^Save the driver of 13800138001/],
  ['/i18neditor', /^New word below acc.off/],
] as const) {
  test(`on a phone nothing in the rows of ${path} is cut`, async () => {
    await moveTo(page, path)
    await expect(page.getByRole('button', { name: part })).toBeVisible()
    await expect.poll(() => cutParts()).toEqual([])
  })
}

test('on a phone the flags of a chosen permission group are read and changed without scrolling sideways', async () => {
  await moveTo(page, '/permission')
  await page.getByLabel('Permission group', { exact: true }).selectOption('Viewer')
  const flag = page.getByRole('switch', { name: 'PTZ of Viewer' })
  await expect(flag).toHaveText('Disable')
  await expect.poll(() => cutParts()).toEqual([])
  await flag.click()
  await page.getByRole('button', { name: 'Save PTZ for all groups' }).click()
  await expect(page.getByText('Save OK')).toBeVisible()
  await page.reload()
  await page.getByLabel('Permission group', { exact: true }).selectOption('Viewer')
  await expect(flag).toHaveText('Enable')
})
