// Belongs here: who gets a report file. Does not: how it goes to an address or a program, and when again (services/event-deliveries).
import { type ReportFile, reportTimeText } from '@fleetglass/contract/event-reports'
import type { Log } from '../../platform/log/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { DeliveredReport, EventDeliveries } from '../event-deliveries/index.ts'
import type { Delivery, ReportStore, StoredFile } from './report.store.ts'
import type { ReportFolder } from './report-folder.ts'

/** Files that are sent at a time; the others wait in the database. */
const AT_ONCE = 4
/** Many mail servers take no larger mails; a larger file is named in the mail and stays in the list. */
const ATTACHMENT_BYTES_MAX = 15 * 1024 * 1024

export interface ReportDeliveryDeps {
  readonly log: Log
  readonly store: Pick<ReportStore, 'undelivered' | 'setDelivery'>
  readonly folder: Pick<ReportFolder, 'readAll'>
  readonly mail: Pick<Mail, 'send'>
  readonly deliveries: Pick<EventDeliveries, 'add' | 'wake'>
}

export interface ReportDelivery {
  /** Begins to send what is not sent; never waits for a mail server. */
  start(): Promise<void>
}

/**
 * Sends report files by mail, and gives what is for an address or a program to the deliveries. Who is still to get a file stands in the database
 * until the other side has taken it: a file can be sent twice when the server is ended in between, and is not lost.
 */
export function createReportDelivery(deps: ReportDeliveryDeps): ReportDelivery {
  const { log, store } = deps
  const sending = new Set<string>()

  const deliver = async (file: StoredFile): Promise<void> => {
    const { fileid, delivery } = file
    if (delivery === null) return
    const about = { file: file.filename, report: file.reportid }
    if (delivery.script !== '') await handOver(deps, file, delivery)
    if (delivery.receivers.length === 0) return
    try {
      await mailFile(deps, file)
    } catch (error) {
      // The mail was tried for 43 minutes.
      log.error({ err: error, ...about, receivers: delivery.receivers }, 'A report file could not be mailed')
    }
    await store.setDelivery(fileid, null)
  }

  return {
    async start() {
      for (const file of await store.undelivered(AT_ONCE + sending.size)) {
        if (sending.has(file.fileid) || sending.size >= AT_ONCE) continue
        sending.add(file.fileid)
        void deliver(file)
          .catch((error: unknown) => log.error({ err: error }, 'The delivery of a report file is tried again'))
          .finally(() => sending.delete(file.fileid))
      }
    },
  }
}

/** The file is among the deliveries, and no longer here, in one transaction. */
async function handOver(
  { store, deliveries }: ReportDeliveryDeps,
  file: StoredFile,
  delivery: Delivery,
): Promise<void> {
  const { fileid, filename, endtime, profile } = file
  const body: DeliveredReport = { fileid, filename, endtime }
  await store.setDelivery(
    fileid,
    delivery.receivers.length === 0 ? null : { ...delivery, script: '' },
    async (tables) => {
      const content = { target: delivery.script, plan: profile, body: JSON.stringify(body) }
      await deliveries.add(tables, { kind: 'report', deviceKey: 0, ...content })
    },
  )
  deliveries.wake()
}

async function mailFile({ folder, mail }: ReportDeliveryDeps, file: StoredFile): Promise<void> {
  const { sender = '', receivers = [] } = file.delivery ?? {}
  const isAttached = file.bytes <= ATTACHMENT_BYTES_MAX
  const content = isAttached ? await folder.readAll(file.fileid) : null
  await mail.send({
    to: receivers,
    subject: `${file.profile} – ${file.type} report`,
    text: textOf(file, isAttached),
    ...(sender !== '' && { from: sender }),
    ...(content && { attachments: [{ name: file.filename, type: 'text/csv', content }] }),
  })
}

function textOf({ profile, type, starttime, endtime, filename }: ReportFile, isAttached: boolean): string {
  const range = `${reportTimeText(starttime, 0)} to ${reportTimeText(endtime, 0)}`
  const where = isAttached
    ? 'The file is attached.'
    : `The file ${filename} is too large for a mail; it is in the list of report files.`
  return `Report ${profile} (${type})\n${range}\n\n${where}\n`
}
