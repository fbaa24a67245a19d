// What happens to vehicles, from a recorder to the operator's screen.
import { expect, test } from '@playwright/test'
import { DeviceClient, positionMessage } from '../apps/server/test/devices/device-client.ts'
import { openPage, watchErrors } from '../tools/site/browser.ts'
import { Site } from '../tools/site/site.ts'

const VAN = '13800138001'

// In the operator's own time, eight hours ahead of UTC.
test.use({ timezoneId: 'Asia/Taipei' })

test('[SHELL-121] [EVTS-08] [EVTS-12] [ENT-093] a driver calls: warning and call stand at the top centre, and the call stays', async ({
  page,
}) => {
  const site = await Site.start()
  try {
    const errors = watchErrors(page)
    await page.addInitScript(() => {
      const { start } = OscillatorNode.prototype
      OscillatorNode.prototype.start = function (...at) {
        document.body.dataset.rings = String(Number(document.body.dataset.rings ?? 0) + 1)
        start.apply(this, at)
      }
    })
    await openPage(page, site, '/regdevices')
    // A browser plays no sound before the user has touched the page.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.locator('main').click({ position: { x: 2, y: 2 } })
    const operator = await site.operator()
    await operator.request('D01', { A: VAN, C: '1', F: '0' })
    operator.close()
    const van = await DeviceClient.tcp(site.ports.signalling, VAN)
    await van.login()
    const report = async (timeS: number, alarmBits: number) => {
      const { name, body } = positionMessage(timeS)
      expect(await van.answerTo(van.send({ name, body: { ...body, alarmBits } }))).toBe(0)
    }
    const timeS = Math.floor(Date.now() / 1000) - 20
    const taipei = new Date((timeS + 8 * 3600) * 1000).toISOString().slice(0, 19).replace('T', ' ')
    await report(timeS - 5, 0)
    await report(timeS, 1)

    const notices = page.getByRole('region', { name: 'Notices' })
    const warning = notices.locator('.notice-warning', { hasText: 'Emergency button' })
    const call = notices.getByRole('listitem', { name: `${VAN} is calling` })
    await expect(call).toBeVisible()
    await expect(call).toHaveClass(/notice-info/)
    const box = await call.boundingBox()
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
    expect(Math.abs(middle - 1920 / 2)).toBeLessThan(2)
    expect(box?.y ?? 1080).toBeLessThan(1080 / 3)

    await test.step('[EVTS-21] [EVTS-22] the warning beside it has the time, the device and the name of the event', async () => {
      await expect(warning.locator('.notice-title')).toHaveText('Emergency button')
      await expect(warning.locator('.notice-message')).toHaveText(`${taipei} · ${VAN}`)
    })
    await test.step('[EVTS-14] it rings', async () => {
      await expect.poll(async () => Number(await page.locator('body').getAttribute('data-rings'))).toBeGreaterThan(0)
    })
    await test.step('[EVTS-22] [EVTS-69] an event that has a name is shown with that name and its memo', async () => {
      van.send({ name: 'deviceText', body: { text: 'the road is closed' } })
      const text = notices.locator('.notice-warning', { hasText: 'Message of the driver' })
      await expect(text.locator('.notice-message')).toHaveText(
        new RegExp(`^\\d{4}-\\d\\d-\\d\\d [\\d:]{8} · ${VAN} · the road is closed$`),
      )
    })
    await test.step('[EVTS-10] [EVTS-11] the end of the alarm is a success, Recover Success', async () => {
      await report(timeS + 10, 0)
      await expect(notices.locator('.notice-success .notice-title')).toHaveText('Recover Success')
    })
    await test.step('[EVTS-13] the call stays until it is closed', async () => {
      await expect(call).toBeVisible()
      await call.getByRole('button', { name: 'Close' }).click()
      await expect(call).toBeHidden()
    })
    await van.close()
    expect(errors).toEqual([])
  } finally {
    await site.close()
  }
})

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
