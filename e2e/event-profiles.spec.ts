// Event profiles, from the page of the administrator to the notice of an operator.
import { expect, test } from '@playwright/test'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const VAN = '13800138001'

test('[PROF-13] [PROF-04] [PROF-02] what an administrator types for an event is what the next notice of the vehicle shows', async ({
  page,
  context,
}) => {
  const site = await Site.start()
  try {
    const errors = watchErrors(page)
    const operator = await site.operator()
    await operator.request('D01', { A: VAN, C: '1', F: '0' })
    operator.close()
    const watching = await context.newPage()
    await openPage(watching, site, '/regdevices')
    await openPage(page, site, '/eventdefinesetting')
    await page.getByRole('button', { name: 'New profile' }).click()
    await page.getByLabel('Profile name').fill('Night shift')
    await page.getByLabel('Find an event').fill('21')
    await page.getByLabel('Event name of event 21').fill('Driver in need')
    await page.getByLabel('Notification text of event 21').fill('Call the control room')
    await page.getByLabel('Colour of event 21').fill('#7a1020')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Night shift' })).toBeVisible()
    await page.getByRole('button', { name: 'Profiles of devices' }).click()
    await page.getByLabel(`Profile of ${VAN}`).selectOption('Night shift')
    await expect(page.getByRole('listitem').filter({ hasText: 'Night shift' }).first()).toContainText('1 devices')

    const van = await DeviceClient.tcp(site.ports.signalling, VAN)
    await van.login()
    const report = async (timeS: number, alarmBits: number) => {
      const { name, body } = positionMessage(timeS)
      expect(await van.answerTo(van.send({ name, body: { ...body, alarmBits } }))).toBe(0)
    }
    const timeS = Math.floor(Date.now() / 1000) - 20
    await report(timeS - 5, 0)
    await report(timeS, 1)
    for (const shown of [page, watching]) {
      const notice = shown
        .getByRole('region', { name: 'Notices' })
        .locator('.notice-warning', { hasText: 'Driver in need' })
      await expect(notice).toContainText('Call the control room')
      await expect(notice).toHaveCSS('background-color', 'rgb(122, 16, 32)')
      await expect(notice).toHaveCSS('color', 'rgb(255, 255, 255)')
    }
    await van.close()
    expect(errors).toEqual([])
  } finally {
    await site.close()
  }
})
