// The day that GPS playback requests is the browser's, which only a browser in another time zone shows.
import { expect, test } from '@playwright/test'
import { openPage } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

let site: Site

test.use({ timezoneId: 'Asia/Taipei' })

test.beforeAll(async () => {
  site = await Site.start()
  const operator = await site.operator()
  await operator.request('D01', { A: 'van', C: '2', F: '0' })
  operator.close()
})

test.afterAll(async () => {
  await site.close()
})

test("[GPSP-61] [GPSP-65] the whole day is queried from midnight to 23:59:59 in the browser's time zone", async ({
  page,
}) => {
  const asked: { readonly start: number; readonly end: number }[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/gps')) asked.push(request.postDataJSON())
  })
  await openPage(page, site, '/gpsplayback')
  await expect(page.locator('.range-slider output')).toHaveText('00:00 – 24:00')
  await page.getByRole('button', { name: /^Device: / }).click()
  await page.locator('.device-select-entry', { hasText: 'van' }).click()
  const day = page.locator('[data-day]:has(button:not([disabled]))').first()
  const name = await day.getAttribute('data-day')
  await day.getByRole('button').click()
  await page.getByRole('button', { name: 'Query GPS' }).click()
  await expect(page.locator('.notice-warning')).toContainText('result: no gps data')
  const midnightS = Date.parse(`${name}T00:00:00+08:00`) / 1000
  const starts = asked.map(({ start }) => start)
  const ends = asked.map(({ end }) => end)
  expect([Math.min(...starts), Math.max(...ends)]).toEqual([midnightS, midnightS + 86_399])
})
