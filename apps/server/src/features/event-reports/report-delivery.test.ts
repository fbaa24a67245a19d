import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eventDeliveriesPath, eventDeliveriesSchema } from '@fleetglass/contract/event-plans'
import { type EventReportInput, eventReportPath } from '@fleetglass/contract/event-reports'
import { until } from '@fleetglass/testkit'
import { expect, it, onTestFinished } from 'vitest'
import { type ReportSite, startReportSite } from '../../../test/event-reports.ts'

const NOON_S = Date.UTC(2026, 8, 15, 12) / 1000
const report: EventReportInput = { profile: 'Daily', type: 'event' }

/** Takes the second upload; the first is refused. */
async function startReceiver() {
  const bodies: string[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      bodies.push(body)
      reply.statusCode = bodies.length === 1 ? 500 : 204
      reply.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/reports`, bodies }
}

async function start(): Promise<ReportSite> {
  const site = await startReportSite(NOON_S, ['bus'])
  onTestFinished(() => site.close())
  return site
}

const logOf = async ({ call }: ReportSite) =>
  eventDeliveriesSchema.parse(await call('POST', eventDeliveriesPath, { reports: true }))

it('[RPT-30] a report file reaches its web address after a refused upload and a restart of the server, and is in the delivery log', async () => {
  const { url, bodies } = await startReceiver()
  const site = await start()
  await site.add({ ...report, script: url })
  await site.addEvents([{ device: 'bus', timeS: NOON_S }])
  await site.goTo(NOON_S + 13 * 3600, 1)
  await until('the upload is refused', async () => {
    await site.pass(30)
    return bodies.length > 0 && (await logOf(site))[0]?.outcome === 'status-500'
  })
  await site.stop()
  await site.start()
  await until('the upload is taken', async () => {
    await site.pass(30)
    return (await logOf(site))[0]?.state === 'done'
  })
  await site.pass(300)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toContain('bus,')
  const midnightS = NOON_S + 12 * 3600
  expect(await logOf(site)).toMatchObject([
    {
      kind: 'report',
      plan: 'Daily',
      target: url,
      eventname: 'Daily_event_20260915T0000.csv',
      eventtime: midnightS,
      attempts: 2,
    },
  ])
})

it('[RPT-30] a report file is given to a program of the script folder', async () => {
  const site = await start()
  const folder = join(site.data, 'push-scripts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'archive.sh'), '#!/bin/sh\necho $REPORT_FILE; wc -l\n')
  chmodSync(join(folder, 'archive.sh'), 0o755)
  await site.add({ ...report, script: 'archive.sh' })
  await site.addEvents([{ device: 'bus', timeS: NOON_S }])
  site.clock.setWallClock((NOON_S + 13 * 3600) * 1000)
  let seconds = 0
  await until('the program has ended', async () => {
    const [delivery] = await logOf(site)
    // Once the program may run it has 30 s by this clock, and a busy machine needs its time to start it.
    if (delivery === undefined) seconds = 0
    if (seconds++ < 10) site.clock.advance(1000)
    return delivery?.state === 'done'
  })
  expect(await logOf(site)).toMatchObject([{ outcome: 'exit-0', detail: 'Daily_event_20260915T0000.csv 2' }])
})

it('[RPT-30] a script is a web address or a plain file name', async () => {
  const { call } = await start()
  for (const script of [
    '../evil.sh',
    '/bin/sh',
    'a b.sh',
    'file:///etc/passwd',
    'http://',
    '-x',
    'javascript:alert(1)',
  ])
    expect(await call('POST', eventReportPath, { eventReport: { ...report, script } }), script).toMatchObject({
      hasError: true,
      code: 'invalid-field',
    })
})
