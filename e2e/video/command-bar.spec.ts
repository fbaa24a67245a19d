// From a fresh page to a moment of a vehicle, with the keyboard alone.
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { recordVideo } from '../../apps/server/test/devices/recorded-video.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site, until } from '../../tools/site/site.ts'

const VAN = '13900000007'
const OTHER = '13900000017'
/** 14:05 of yesterday in the zone of the browser, which is that of this process. */
const atDay = (day: number, hour: number, minute: number) => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - day, hour, minute).getTime() / 1000
}
const AT_S = atDay(1, 14, 5)
const BEFORE_S = atDay(2, 14, 5)

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  for (const startS of [AT_S, BEFORE_S]) {
    const video = { deviceId: VAN, clip: 'road', sound: false, channel: 1, seconds: 50 } as const
    recordVideo(join(site.dataDir, 'media'), { ...video, startMs: startS * 1000 })
  }
  const operator = await site.operator()
  for (const [id, name] of [
    [VAN, 'Blue van'],
    [OTHER, 'Blue bus'],
  ] as const) {
    await operator.request('D01', { A: id, C: '1', F: '0' })
    await operator.request('D04', { A: id }, JSON.stringify({ vehicleid: name, driver: '', plate: '' }))
  }
  await until('what lies in the folder is known', async () =>
    new TextDecoder()
      .decode((await operator.request('Q06', { A: VAN, B: String(AT_S - (AT_S % 86_400)) })).payload)
      .includes('1'),
  )
  operator.close()
})

test.afterAll(() => site.close())

const field = (page: Page) => page.getByRole('combobox', { name: 'Vehicle, page or time' })
const asked = (page: Page) => Number(new URL(page.url()).searchParams.get('at'))

test('three keys and a sentence lead from any page to the blue van at 14:05 yesterday, which plays', async ({
  page,
}) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/blockview')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('blue van yesterday 14:05')
  await expect(page.getByRole('option', { selected: true })).toContainText('Blue van')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/splayback\/13900000007/)
  expect(asked(page)).toBe(AT_S)
  await expect(page.locator('.tile[data-channel="1"]')).toHaveAttribute('data-state', 'playing')

  await test.step('and from there to the day before, on the page of the same vehicle', async () => {
    await page.keyboard.press('Control+k')
    const day = new Date(BEFORE_S * 1000).toLocaleDateString('sv')
    await field(page).fill(`van ${day} 14:05`)
    await page.keyboard.press('Enter')
    await expect.poll(() => asked(page)).toBe(BEFORE_S)
    await expect(page.locator('.tile[data-channel="1"]')).toHaveAttribute('data-state', 'playing')
  })
  expect(errors).toEqual([])
})

test('a town is found by its name, and opens the map', async ({ page }) => {
  await openPage(page, site, '/blockview')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('Control+k')
  await field(page).fill('reykjavik')
  await page.getByRole('option', { name: 'Reykjavík, Iceland' }).click()
  await expect(page).toHaveURL(site.url('/'))
  await expect(page.locator('.map-box[data-painted]')).toBeVisible()
})

test('the browser does not take its own Control K, and Escape gives the focus back', async ({ page }) => {
  await openPage(page, site, '/blockview')
  const search = page.getByRole('textbox', { name: 'Find a device' })
  await search.focus()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(search).toBeFocused()
})

for (const [what, viewport] of [
  ['a desktop', { width: 1280, height: 720 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`on ${what} the bar and all its lines lie in sight`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await openPage(page, site, '/blockview')
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await page.keyboard.press('Control+k')
    await field(page).fill('blue')
    await expect(page.getByRole('option').first()).toBeVisible()
    const beyond = await page.getByRole('listbox').evaluate((list) => {
      const { left, right } = list.getBoundingClientRect()
      return [...list.querySelectorAll('*')].filter((one) => {
        const box = one.getBoundingClientRect()
        return box.left < left - 1 || box.right > right + 1
      }).length
    })
    expect(beyond).toBe(0)
  })
