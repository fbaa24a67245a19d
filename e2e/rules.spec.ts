// A vehicle that drives into a place, out of it and too fast; the operator gets each event as it happens.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { PASSWORD, Site, USER } from '../tools/site/site.ts'

/** To and fro over 120 m, with a place of 20 m in the middle. */
const [WEST, MIDDLE, EAST] = [120.5285, 120.5291, 120.5297]
const LAT = 24.0786

test('a fence that is entered and left, and a speed above the limit, stand at the top of the screen', async ({
  page,
}) => {
  const site = await Site.start({ overspeedKmh: 40 })
  try {
    const errors = watchErrors(page)
    const scenario = join(site.dataDir, 'drive.json')
    const path = [
      { lat: LAT, lng: WEST, kmh: 50 },
      { lat: LAT, lng: EAST, kmh: 50 },
    ]
    writeFileSync(scenario, JSON.stringify({ name: 'to and fro', path }))
    const [device] = await site.startVehicles(1, 1, ['--scenario', scenario])
    await saveFence(site, 0, { title: 'Into the yard', trigger_in: 1, trigger_out: 0, devices: [device] })
    await saveFence(site, 1, { title: 'Out of the yard', trigger_in: 0, trigger_out: 1, devices: [device] })
    await openPage(page, site, '/idle')
    const notices = page.getByRole('region', { name: 'Notices' })
    for (const name of ['Into the yard', 'Out of the yard', 'Overspeed']) {
      const notice = notices.getByText(name).first()
      await expect(notice).toBeVisible({ timeout: 30_000 })
    }
    expect(errors).toEqual([])
  } finally {
    await site.close()
  }
})

async function saveFence(site: Site, index: number, over: object): Promise<void> {
  const password = createHash('sha256').update(PASSWORD).digest('hex').toUpperCase()
  const reply = await fetch(site.url(`/gkserver/fence/${index}`), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: USER, password, enable: 1, lat: LAT, lng: MIDDLE, radius: 20, ...over }),
  })
  expect(await reply.json()).toMatchObject({ hasError: false })
}
