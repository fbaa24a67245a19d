import type { EventReportInput } from '@fleetglass/contract/event-reports'
import { until } from '@fleetglass/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ReportSite, startReportSite } from '../../../test/event-reports.ts'
import { startSmtpPeer } from '../../../test/smtp-peer.ts'

/** Tuesday, 15 September 2026, 12:00 UTC. */
const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const MIDNIGHT_S = NOON_S + 43_200
const report = (change: Partial<EventReportInput> = {}): EventReportInput => ({
  profile: 'Daily',
  type: 'event',
  ...change,
})

async function start(...devices: string[]): Promise<ReportSite> {
  const site = await startReportSite(NOON_S, devices)
  onTestFinished(() => site.close())
  return site
}

const mailTo = (port: number) => ({
  server: '127.0.0.1',
  port,
  security: '2',
  auth: '1',
  user: '',
  pass: '',
  from: 'site@example.org',
  name: '',
})

describe('a finished report file', () => {
  it('[RPT-24] is mailed once to all receivers, with the sender of the report', async () => {
    const smtp = await startSmtpPeer()
    const { add, addEvents, call, goTo, pass } = await start('bus')
    await call('PUT', '/gkserver/smtp', { mail: mailTo(smtp.port) })
    await add(report({ sender: 'office@example.org', receivers: 'a@example.org,b@example.org' }))
    await add(report({ profile: 'Plain', receivers: 'c@example.org' }))
    await addEvents([{ device: 'bus', timeS: NOON_S }])
    await goTo(MIDNIGHT_S, 2)
    await until('two mails', async () => {
      await pass(30)
      return smtp.mails.length >= 2
    })
    await pass(300)
    expect(smtp.mails.map(({ from, to }) => [from, to.toSorted()]).toSorted()).toEqual([
      ['office@example.org', ['a@example.org', 'b@example.org']],
      ['site@example.org', ['c@example.org']],
    ])
    const [first] = smtp.mails
    expect(first?.text).toContain('_event_20260915T0000.csv')
    expect(
      Buffer.from(/base64[\s\S]*?\r\n\r\n([\s\S]+?)\r\n--/.exec(first?.text ?? '')?.[1] ?? '', 'base64').toString(),
    ).toContain('Device ID')
    await smtp.close()
  })

  it('[RPT-24] is mailed after the next start where the server stopped before the mail was sent', async () => {
    let isAway = true
    const smtp = await startSmtpPeer({
      onMailFrom: (_, __, done) => done(isAway ? Object.assign(new Error('later'), { responseCode: 451 }) : null),
    })
    const running = await start('bus')
    await running.call('PUT', '/gkserver/smtp', { mail: mailTo(smtp.port) })
    await running.add(report({ receivers: 'a@example.org' }))
    await running.goTo(MIDNIGHT_S, 1)
    await until('the mail was tried', async () => {
      await running.pass(30)
      return smtp.connections > 0
    })
    await running.stop()
    isAway = false
    await running.start()
    await until('the mail', async () => {
      await running.pass(30)
      return smtp.mails.length > 0
    })
    await smtp.close()
  })

  it('[RPT-24] waits for the mail server that is set up later', async () => {
    const { add, call, goTo, pass } = await start('bus')
    await add(report({ receivers: 'a@example.org' }))
    await goTo(MIDNIGHT_S, 1)
    await pass(300)
    const smtp = await startSmtpPeer()
    await call('PUT', '/gkserver/smtp', { mail: mailTo(smtp.port) })
    await until('the mail', async () => {
      await pass(30)
      return smtp.mails.length > 0
    })
    await smtp.close()
  })
})
