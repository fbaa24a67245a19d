// From a brake to its proof: toast, clip, webhook, mail, weekly report and evidence package of one event, with a server that is
// killed at three points on the way.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type SmtpPeer, startSmtpPeer } from '../../apps/server/test/smtp-peer.ts'
import { type Fleet, startFleet } from '../../apps/simulator/src/index.ts'
import {
  downloadPlansPath,
  pushPlansPath,
  realtimePlansPath,
} from '../../packages/contract/src/features/event-plans/index.ts'
import { eventDefinitionsPath } from '../../packages/contract/src/features/event-profiles/index.ts'
import {
  eventReportPath,
  REPORT_PERIODS,
  reportPeriodAt,
} from '../../packages/contract/src/features/event-reports/index.ts'
import { EventCode, eventQueryPath, storedEventsSchema } from '../../packages/contract/src/features/events/index.ts'
import { openPage } from '../../tools/site/browser.ts'
import { type ServerClocks, Site, until } from '../../tools/site/site.ts'
import { addDevices, callSite, startWebhookReceiver, type WebhookReceiver } from './event-site.ts'

const BUS = '13800138001'
const BRAKE = EventCode.suddenBraking
/** The fault of the simulator: item 0x70 of T/JSATL 12, type 2. */
const HARD_BRAKING = 0x70_02
const BEFORE_S = 10
const AFTER_S = 4
/** A recorder records while its vehicle drives: on this way it never parks. */
const LONG_WAY = [
  { lat: 24, lng: 120.5 },
  { lat: 24.5, lng: 120.5 },
]
const folder = mkdtempSync(join(tmpdir(), 'fleetglass-chain-'))

// The week of the report begins at midnight of the same zone.
test.use({ timezoneId: 'UTC' })

let site: Site
let fleet: Fleet
let mail: SmtpPeer
let receiver: WebhookReceiver

test.beforeAll(async () => {
  site = await Site.start({ localTargets: true })
  mail = await startSmtpPeer()
  receiver = await startWebhookReceiver()
  await addDevices(site, [BUS], { isRecorded: true })
  fleet = await startFleet({
    host: '127.0.0.1',
    signallingPort: site.ports.signalling,
    channels: 1,
    intervalS: 1,
    path: LONG_WAY,
    firstTerminalId: BUS,
  })
  const place = { updateMode: 'GLOBAL', deviceid: 'GLOBAL', appdevid: BRAKE }
  const look = { eventname: 'Harsh braking', notifytext: 'Call the driver at the next stop', notifycolor: '#7A1020' }
  await callSite(site, 'POST', eventDefinitionsPath, {
    eventDefine: { definename: 'GLOBAL', eventtype: BRAKE, ...look },
  })
  await callSite(site, 'PUT', '/gkserver/smtp', {
    mail: {
      server: '127.0.0.1',
      port: mail.port,
      security: '2',
      auth: '1',
      user: '',
      pass: '',
      from: 'fleet@example.org',
      name: 'Fleet office',
    },
  })
  // With sound a recorder plays as fast as time goes: there is time to be killed in.
  await callSite(site, 'POST', downloadPlansPath, {
    eventDownloadPlan: {
      ...place,
      downloadplan: 1,
      streamtype: 1,
      mediatype: 3,
      preoffset: BEFORE_S,
      postoffset: AFTER_S,
    },
  })
  await callSite(site, 'POST', pushPlansPath, { pushEventPlan: { ...place, name: 'Office', script: receiver.url } })
  await callSite(site, 'POST', realtimePlansPath, {
    realtimeEventPlan: { ...place, email_en: 1, receivers: 'office@example.org' },
  })
  await callSite(site, 'POST', eventReportPath, {
    eventReport: { profile: 'Weekly', type: 'event', period: REPORT_PERIODS.weekly, events: [BRAKE] },
  })
})

test.afterAll(async () => {
  await fleet?.close()
  await site?.close()
  await mail?.close()
  receiver?.close()
  rmSync(folder, { recursive: true, force: true })
})

const brakes = async () =>
  storedEventsSchema.parse(await callSite(site, 'POST', eventQueryPath, { appdevids: [BRAKE] }))

async function killAndRestart(options?: ServerClocks): Promise<void> {
  await site.killServer()
  await site.startServer(options)
}

/** Seconds until a minute after the end of the week that a moment lies in, when its report is due. */
function untilWeekIsOver(momentS: number): number {
  return reportPeriodAt(REPORT_PERIODS.weekly, 0, momentS).endS + 120 - Math.floor(Date.now() / 1000)
}

test('a hard brake is shown, fetched, sent, reported and proven, although the server is killed three times on the way', async ({
  page,
}) => {
  // A vehicle drives and plays its footage as fast as time goes.
  await openPage(page, site, '/todayevents')
  const [device] = fleet.devices
  await test.step('the vehicle is recorded for some time', async () => {
    const operator = await site.operator()
    await until('it is recorded', async () =>
      (await operator.devices()).some(({ recording, online }) => recording && online),
    )
    operator.close()
    await page.waitForTimeout(20_000)
  })

  const toast = page.getByRole('region', { name: 'Notices' }).locator('.notice-warning', { hasText: 'Harsh braking' })
  await test.step('the toast has the name, text and colour of the profile; killed before the clip is there', async () => {
    device?.setFault('safetyAlarm', HARD_BRAKING)
    await expect(toast).toContainText('Call the driver at the next stop')
    await expect(toast).toHaveCSS('background-color', 'rgb(122, 16, 32)')
    device?.setFault('safetyAlarm', 0)
    await killAndRestart()
  })

  const event = await test.step('killed while the clip is being fetched', async () => {
    const fetching = await until(
      'it is being fetched',
      async () => {
        const found = (await brakes()).filter(({ cmd }) => cmd === 'new')
        return (
          found.find(({ media }) => media?.some(({ state, percent }) => state === 'fetching' && percent > 20)) ?? null
        )
      },
      120_000,
    )
    await killAndRestart()
    return fetching
  })

  // The end of the brake is a row of its own.
  const checkOf = page.getByRole('button', { name: `Check status of event ${event.serialno}`, exact: true })
  const row = page.getByRole('row').filter({ has: checkOf })
  await test.step('the clip plays from the list of events', async () => {
    const link = row.getByRole('link', { name: 'Footage of channel 1' })
    await expect(link).toBeVisible({ timeout: 120_000 })
    await link.hover()
    const preview = page.getByRole('tooltip')
    await expect(preview).toBeVisible()
    const clip = row.locator('video')
    await expect.poll(() => clip.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(1)
    expect(await clip.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(100)
    await page.mouse.move(0, 0)
  })

  await test.step('there is one event with one clip, that has all that the plan wants', async () => {
    const all = (await brakes()).filter(({ cmd }) => cmd === 'new')
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      serialno: event.serialno,
      download: 1,
      completed: 1,
      notifytext: 'Call the driver at the next stop',
    })
  })

  await test.step('it has arrived by webhook and by mail', async () => {
    await until('the webhook came', async () => receiver.received.length > 0)
    await until('the mail came', async () => mail.mails.length > 0)
    const posted = receiver.received.map(({ body }) => JSON.parse(body) as unknown)
    expect(posted).toContainEqual(
      expect.objectContaining({ cmd: 'new', serialno: event.serialno, eventname: 'Harsh braking', deviceid: BUS }),
    )
    // A server that is killed before it has noted the answer of the receiver posts again, under the same id.
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    for (const { to, text } of mail.mails) {
      expect(to).toEqual(['office@example.org'])
      expect(text).toContain('Subject: Harsh braking')
      expect(text).toContain('Call the driver at the next stop')
    }
  })

  await test.step('it is saved as evidence from the playback of the event; killed while the package is made', async () => {
    await row.getByRole('link', { name: /^Play the recording/ }).click()
    await expect(page).toHaveURL(new RegExp(`/splayback/${BUS}\\?at=${event.eventtimeutc - 15}$`))
    await expect(page.locator('.tile[data-channel="1"]')).toHaveAttribute('data-state', 'playing')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.getByRole('slider', { name: 'Recorded minutes of the day' }).focus()
    // A mark without an end is 30 s long: the event is in the middle of it.
    await page.keyboard.press('[')
    await page.getByRole('button', { name: 'Save as evidence' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as evidence' })
    await dialog.getByLabel('Reason').fill('Accident, file 7')
    await dialog.getByRole('button', { name: 'Save as evidence' }).click()
    await expect(page.getByText('The package is being made.')).toBeVisible()
    // For this server the week is over while it was down, and the two minutes that a report is waited for are over in ten seconds.
    await killAndRestart({ aheadS: untilWeekIsOver(event.eventtimeutc), timesFaster: 12 })
  })

  await test.step('the package holds the event and verifies', async () => {
    await page.goto(site.url('/evidence'))
    await expect(page.getByRole('gridcell', { name: 'Ready' })).toHaveCount(1)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the package/ }).click()
    const zip = join(folder, 'evidence.zip')
    await (await downloading).saveAs(zip)
    const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
    expect(execFileSync(process.execPath, [main, 'verify', zip], { encoding: 'utf8' })).toContain('is valid')
    // The files of a package are stored as they are.
    expect(readFileSync(zip, 'latin1')).toContain(`"number": ${event.serialno},\n      "code": ${BRAKE},`)
  })

  await test.step('it is in the weekly report, although the server was down when the week ended', async () => {
    await page.goto(site.url('/reportfilelist'))
    const week = reportPeriodAt(REPORT_PERIODS.weekly, 0, event.eventtimeutc)
    const monday = new Date(week.startS * 1000).toISOString().slice(0, 10)
    await page.getByLabel('Query By').selectOption('starttime')
    await page.locator(`[data-day="${monday}"] button`).click()
    const file = page.getByRole('link', { name: /^Download Weekly_event_/ })
    // A report is made a minute after the start at the earliest, when the clock has proven to be steady: a minute of the server.
    await expect(async () => {
      await page.getByRole('button', { name: 'Query', exact: true }).click()
      await expect(file).toHaveCount(1, { timeout: 1000 })
    }).toPass({ intervals: [2000], timeout: 150_000 })
    const csv = await (await page.request.get(site.url((await file.getAttribute('href')) ?? ''))).text()
    const lines = csv.split('\n').filter((line) => line.includes(BUS))
    expect(lines).toHaveLength(1)
    for (const text of ['Harsh braking', String(BRAKE), 'Call the driver at the next stop'])
      expect(lines[0]).toContain(text)
  })
})
