// Belongs here: who gets a report file. Does not: how it goes to an address or a program, and when again (services/event-deliveries).
import { AppError, type ErrorCode } from '@fleetglass/contract/errors'
import { type ReportFile, reportTimeText } from '@fleetglass/contract/event-reports'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { DeliveredReport, EventDeliveries } from '../event-deliveries/index.ts'
import type { Delivery, ReportStore, StoredFile } from './report.store.ts'
import type { ReportFolder } from './report-folder.ts'

/** Files that are sent at a time; the others wait in the database. */
const AT_ONCE = 4
/** Files of one look at the database; those that wait for a mail longer are given up after a week. */
const UNDELIVERED_MAX = 500
/** Many mail servers take no larger mails; a larger file is named in the mail and stays in the list. */
const ATTACHMENT_BYTES_MAX = 15 * 1024 * 1024
/** The mail was not tried: the file waits. */
const NOT_TRIED: ReadonlySet<ErrorCode> = new Set(['server-stopping', 'mail-queue-full', 'mail-not-configured'])
/** A file that could not be mailed for so long is given up: mails of months would come at once. */
const GIVE_UP_S = 7 * 86_400

export interface ReportDeliveryDeps {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
  readonly store: Pick<ReportStore, 'undelivered' | 'setDelivery'>
  readonly folder: Pick<ReportFolder, 'readAll'>
  readonly mail: Pick<Mail, 'send'>
  readonly deliveries: Pick<EventDeliveries, 'add' | 'wake'>
}

export interface ReportDelivery {
  /** Begins to send what is not sent; never waits for a mail server. */
  start(): Promise<void>
  /** What was not mailed until now is mailed after the next start. */
  close(): Promise<void>
}

/**
 * Sends report files by mail, and gives what is for an address or a program to the deliveries. Who is still to get a file stands in the database
 * until the other side has taken it: a file can be sent twice when the server is ended in between, and is not lost.
 */
export function createReportDelivery(deps: ReportDeliveryDeps): ReportDelivery {
  const { clock, log, store } = deps
  const sending = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const stopped = new Promise<never>((_, reject) => {
    stopping.signal.addEventListener('abort', () => reject(new AppError('server-stopping')))
  })
  stopped.catch(() => undefined)

  const failed = (error: unknown): void => log.error({ err: error }, 'The delivery of a report file is tried again')
  const mailIt = async (file: StoredFile, receivers: readonly string[]): Promise<void> => {
    const { fileid, filename, reportid, updatetime } = file
    try {
      // The queue of mails ends after this; until then it may try the mail for 43 minutes.
      await Promise.race([mailFile(deps, file), stopped])
    } catch (error) {
      if (isNotTried(error) && clock.nowMs() < (updatetime + GIVE_UP_S) * 1000) return
      log.error({ err: error, file: filename, report: reportid, receivers }, 'A report file could not be mailed')
    }
    await store.setDelivery(fileid, null)
  }
  const deliver = async (file: StoredFile): Promise<void> => {
    const { fileid, delivery } = file
    if (delivery === null || sending.has(fileid)) return
    // What is for an address or a program does not wait for mails.
    if (delivery.script !== '') await handOver(deps, file, delivery)
    if (delivery.receivers.length === 0 || sending.size >= AT_ONCE) return
    const sent = mailIt(file, delivery.receivers)
      .catch(failed)
      .finally(() => sending.delete(fileid))
    sending.set(fileid, sent)
  }

  return {
    async start() {
      for (const file of await store.undelivered(UNDELIVERED_MAX)) {
        if (stopping.signal.aborted) return
        await deliver(file).catch(failed)
      }
    },
    async close() {
      stopping.abort()
      await Promise.all(sending.values())
    },
  }
}

const isNotTried = (error: unknown): boolean => error instanceof AppError && NOT_TRIED.has(error.code)

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
