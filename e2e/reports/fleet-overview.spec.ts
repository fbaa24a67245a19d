// A vehicle drives and is too fast; the fleet overview counts it, and each figure leads to the rows that add up to it.
import { expect, test } from '@playwright/test'
import { DrivenDevice, eastOf } from '../../apps/server/test/devices/driven-device.ts'
import { openPage, watchErrors } from '../../tools/site/browser.ts'
import { Site } from '../../tools/site/site.ts'

const BUS = '13800138001'
const OVERSPEED_BIT = 2
const STEPS = 20
const DAY_S = 86_400

let site: Site

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: BUS, C: '1', F: '0' })
  operator.close()
  const bus = await DrivenDevice.connect(site, BUS)
  const nowS = Math.floor(Date.now() / 1000)
  for (const step of [0, 1]) await bus.at(nowS - DAY_S + step * 10, eastOf(step * 200), { speedKmh: 72 })
  for (let step = 0; step <= STEPS; step++) {
    const isFast = step % 4 === 2
    await bus.at(nowS - (STEPS - step) * 10, eastOf(step * 200), {
      speedKmh: 72,
      alarmBits: isFast ? OVERSPEED_BIT : 0,
    })
  }
  await bus.close()
})

test.afterAll(async () => {
  await site.close()
})

test('the distance and the events of the fleet are those of the pages that their links open', async ({ page }) => {
  const errors = watchErrors(page)
  await openPage(page, site, '/fleetoverview?period=month')
  const distance = page.getByRole('article', { name: 'Distance' })
  const km = async () => Number.parseFloat(((await distance.locator('.num').textContent()) ?? '').replaceAll(',', ''))
  await expect(distance).toBeVisible()
  const shown = await km()
  expect(shown).toBeGreaterThan(0)

  await test.step('the mileage report has the same total', async () => {
    await distance.getByRole('link').click()
    const total = page.getByRole('grid', { name: 'Distances' }).locator('tfoot')
    await expect(total).toBeVisible()
    const reported = Number.parseFloat(((await total.textContent()) ?? '').replace(/^\D+/, ''))
    expect(Math.round(reported * 10) / 10).toBe(shown)
    await page.goBack()
  })

  await test.step('the event query finds as many events', async () => {
    const events = page.getByRole('article', { name: 'Events' })
    const count = Number(await events.locator('.num').textContent())
    expect(count).toBeGreaterThan(0)
    await events.getByRole('link').click()
    await expect(page.getByRole('status').filter({ hasText: String(count) })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Search result form' })).toHaveAttribute('aria-selected', 'true')
    await page.goBack()
  })

  await test.step('a day of the chart leads to its figures by hours, and the vehicle to its drives', async () => {
    await page.getByRole('region', { name: 'By time' }).getByRole('link').last().click()
    await expect(page).toHaveURL(/period=day/)
    const row = page.getByRole('row').filter({ hasText: BUS })
    await expect(row.getByRole('link').nth(1)).toHaveAttribute('href', new RegExp(`^/gpsplayback\\?device=${BUS}&day=`))
    await page.getByRole('button', { name: 'Previous period' }).click()
    // What is shown of the day after stays until the answer is there.
    await expect(distance.locator('.num')).toHaveText('0.1 mi')
    await expect(page.getByText('Compared with the day before')).toBeVisible()
  })
  expect(errors).toEqual([])
})
