// A site with deliveries, and a system that receives them.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@fleetglass/contract/errors'
import type { PushSettings, RealtimeSettings } from '@fleetglass/contract/event-plans'
import { createManualClock, until } from '@fleetglass/testkit'
import { onTestFinished } from 'vitest'
import type { Database } from '../../platform/database/index.ts'
import { createLog } from '../../platform/log/index.ts'
import type { OutgoingMail } from '../../platform/mail/index.ts'
import { createMetrics } from '../../platform/metrics/index.ts'
import { openReportFolder } from '../event-reports/index.ts'
import type { Alongside, EventWriter, NumberedEvent } from '../events/index.ts'
import { createEventDeliveries } from './index.ts'

export const BRAKE = 711
const device = { key: 3, deviceId: 'van', memo: 'Blue van', utcOffsetMinutes: 480 }
export const event: NumberedEvent = {
  serial: 7,
  change: 'new',
  deviceKey: 3,
  deviceId: 'van',
  timeS: Date.UTC(2026, 0, 5, 3, 4, 5) / 1000,
  code: BRAKE,
  name: 'Hard braking',
  memo: '42 km/h',
  call: false,
  place: { latE6: 24_078_600, lngE6: 120_528_500, speedKmh: 42 },
  late: false,
}

export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A system that receives events; `answer` ends the answer, or does not. */
export async function receiver(answer: (reply: ServerResponse, at: number) => void = (reply) => reply.end('thanks')) {
  const received: Received[] = []
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (piece: Buffer) => {
      body += piece.toString()
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      answer(reply, received.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received }
}

interface SiteOptions {
  readonly push?: PushSettings | null
  readonly realtime?: RealtimeSettings | null
  readonly send?: (mail: OutgoingMail) => Promise<void>
  readonly allowLocal?: boolean
}

/** Deliveries on a database, and what stores an event as the event log does. */
export async function site(database: Database, options: SiteOptions) {
  const clock = createManualClock()
  const scriptFolder = mkdtempSync(join(tmpdir(), 'fleetglass-scripts-'))
  onTestFinished(() => rmSync(scriptFolder, { recursive: true }))
  const reportFiles = await openReportFolder(mkdtempSync(join(scriptFolder, 'reports-')))
  const mailSettings = new Set<() => void>()
  const plans = { push: options.push ?? null, realtime: options.realtime ?? null, download: null }
  const deliveriesWith = (writer: Pick<EventWriter, 'accompany'>) =>
    createEventDeliveries({
      clock,
      log: createLog('silent'),
      metrics: createMetrics(),
      database,
      registry: { byKey: () => device as never },
      plans: { settingsFor: (kind) => plans[kind] as never },
      profiles: { look: () => null },
      writer,
      mail: {
        send: options.send ?? (() => Promise.reject(new AppError('mail-not-configured'))),
        onSettings(changed) {
          mailSettings.add(changed)
          return { close: () => void mailSettings.delete(changed) }
        },
      },
      reportFiles,
      scriptFolder,
      allowLocal: options.allowLocal ?? true,
    })
  const start = async () => {
    let companion: ((events: readonly NumberedEvent[]) => Alongside | null) | null = null
    const deliveries = await deliveriesWith({
      accompany(given) {
        companion = given
      },
    })
    onTestFinished(() => deliveries.close())
    return {
      deliveries,
      async raise(more: Partial<NumberedEvent> = {}) {
        await companion?.([{ ...event, ...more }])?.(database)
        deliveries.wake()
      },
      /** The newest one, once it is so. */
      over: (outcome: string) =>
        until(`it ended with ${outcome}`, async () => {
          const [newest] = await deliveries.list({ beforeId: null, limit: 1 })
          return newest?.outcome === outcome ? newest : null
        }),
    }
  }
  const script = (name: string, text: string): void => {
    writeFileSync(join(scriptFolder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(scriptFolder, name), 0o755)
  }
  /** As if an administrator had saved the settings of the mail server. */
  const saveMailSettings = (): void => {
    for (const changed of mailSettings) changed()
  }
  return { clock, saveMailSettings, start, deliveriesWith, script, scriptFolder, reportFiles, ...(await start()) }
}
export const pushTo = (script: string): PushSettings => ({ isEnabled: true, name: 'Office', script })
