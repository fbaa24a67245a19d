// What happens to vehicles, from a recorder to the operator's screen.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { signIn, watchErrors } from './browser.ts'
import { Site } from './site.ts'

test('SHELL-121 EVTS-08 EVTS-12 a driver calls: warning and call stand at the top centre, and the call stays', async ({
  page,
}) => {
  const site = await Site.start()
  try {
    const errors = watchErrors(page)
    await signIn(page, site)
    const scenario = join(site.dataDir, 'call.json')
    // The button is held: a call that came before the vehicle was added would be over.
    const call = { atS: 0, fault: 'alarmBits', value: 1 }
    writeFileSync(scenario, JSON.stringify({ name: 'a call', events: [call] }))
    const [device] = await site.startVehicles(1, 1, ['--scenario', scenario])
    const notices = page.getByRole('region', { name: 'Notices' })
    await expect(notices.getByText('Emergency button')).toBeVisible()
    const calls = notices.getByRole('listitem', { name: `${device} is calling` })
    await expect(calls).toBeVisible()
    const box = await calls.boundingBox()
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
    expect(Math.abs(middle - 1920 / 2)).toBeLessThan(2)
    expect(box?.y ?? 1080).toBeLessThan(1080 / 3)
    await calls.getByRole('button', { name: 'Close' }).click()
    await expect(calls).toBeHidden()
    expect(errors).toEqual([])
  } finally {
    await site.close()
  }
})
