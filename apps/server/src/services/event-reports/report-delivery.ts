// Belongs here: who gets a report file. Does not: how it goes to an address, a program or a mail server, and when again
// (services/event-deliveries).
import type { Log } from '../../platform/log/index.ts'
import type { EventDeliveries, MailedReport, NewDelivery } from '../event-deliveries/index.ts'
import type { Delivery, ReportStore, StoredFile } from './report.store.ts'

/** Files of one look at the database. */
const PAGE = 500

export interface ReportDeliveryDeps {
  readonly log: Log
  readonly store: Pick<ReportStore, 'undelivered' | 'setDelivery'>
  readonly deliveries: Pick<EventDeliveries, 'add' | 'wake' | 'isFull'>
}

/**
 * Gives the files that somebody is still to get to the deliveries, which try each of them for a day and log how it ended. Nothing waits here for a
 * mail server or a receiver: a file is only left where it is while the deliveries are full, and is given to them in the next minute then.
 */
export async function handOverReports(deps: ReportDeliveryDeps, signal: AbortSignal): Promise<void> {
  const { log, store, deliveries } = deps
  for (;;) {
    let handed = 0
    for (const file of await store.undelivered(PAGE)) {
      if (signal.aborted) return
      if (deliveries.isFull) {
        log.warn({ file: file.filename }, 'Report files wait, because too many deliveries of events and reports do')
        return
      }
      if (file.delivery === null) continue
      await handOver(deps, file, file.delivery)
      handed += 1
    }
    if (handed === 0) return
    deliveries.wake()
  }
}

/** The file is among the deliveries, and no longer here, in one transaction. */
async function handOver({ store, deliveries }: ReportDeliveryDeps, file: StoredFile, delivery: Delivery) {
  await store.setDelivery(file.fileid, null, (tables) => deliveries.add(tables, ...deliveriesOf(file, delivery)))
}

function deliveriesOf(file: StoredFile, { receivers, script, sender, tz = 0 }: Delivery): NewDelivery[] {
  const { fileid, filename, type, starttime, endtime, profile: plan } = file
  const report: MailedReport = { fileid, filename, type, starttime, endtime, tz, sender }
  const common = { plan, deviceKey: 0, body: JSON.stringify(report) }
  return [
    ...(script === '' ? [] : [{ ...common, kind: 'report' as const, target: script }]),
    ...(receivers.length === 0 ? [] : [{ ...common, kind: 'report-mail' as const, target: receivers.join(',') }]),
  ]
}
