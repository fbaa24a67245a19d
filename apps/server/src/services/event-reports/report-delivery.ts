import { type ReportFile, reportTimeText } from '@fleetglass/contract/event-reports'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import { requestOutbound } from '../../platform/outbound/index.ts'
import type { ReportStore, StoredFile } from './report.store.ts'
import type { ReportFolder } from './report-folder.ts'

/** Files that are sent at a time; the others wait in the database. */
const AT_ONCE = 4
/** Many mail servers take no larger mails; a larger file is named in the mail and stays in the list. */
const ATTACHMENT_BYTES_MAX = 15 * 1024 * 1024
const UPLOAD_BYTES_MAX = 64 * 1024 * 1024
const UPLOAD_MS = 60_000
const ANSWER_BYTES_MAX = 64 * 1024

export interface ReportDeliveryDeps {
  readonly clock: Clock
  readonly log: Log
  readonly store: Pick<ReportStore, 'undelivered' | 'setDelivery'>
  readonly folder: Pick<ReportFolder, 'readAll'>
  readonly mail: Pick<Mail, 'send'>
  /** Whether a web address may be this machine. */
  readonly allowLocal: boolean
}

export interface ReportDelivery {
  /** Begins to send what is not sent; never waits for a mail server. */
  start(): Promise<void>
}

/**
 * Sends report files by mail and to web addresses. Who is still to get a file stands in the database until the other side has taken it: a file
 * can be sent twice when the server is ended in between, and is not lost.
 */
export function createReportDelivery(deps: ReportDeliveryDeps): ReportDelivery {
  const { log, store } = deps
  const sending = new Set<string>()

  const deliver = async (file: StoredFile): Promise<void> => {
    const { fileid, delivery } = file
    if (delivery === null) return
    const about = { file: file.filename, report: file.reportid }
    try {
      if (delivery.receivers.length > 0) {
        await mailFile(deps, file)
        await store.setDelivery(fileid, delivery.script === '' ? null : { ...delivery, receivers: [] })
      }
    } catch (error) {
      // The mail was tried for 43 minutes.
      log.error({ err: error, ...about, receivers: delivery.receivers }, 'A report file could not be mailed')
    }
    try {
      if (delivery.script !== '') await upload(deps, file, delivery.script)
    } catch (error) {
      log.error({ err: error, ...about, script: delivery.script }, 'A report file could not be given to its script')
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

/** RPT-30: a web address gets the file as the body of a POST. */
async function upload(
  { clock, folder, allowLocal }: ReportDeliveryDeps,
  file: StoredFile,
  address: string,
): Promise<void> {
  if (file.bytes > UPLOAD_BYTES_MAX) throw new Error(`the file has more than ${UPLOAD_BYTES_MAX} bytes`)
  const body = Buffer.from(await folder.readAll(file.fileid)).toString('utf8')
  const { status } = await requestOutbound(
    { clock, allowLocal },
    {
      url: new URL(address),
      method: 'POST',
      headers: { 'content-type': 'text/csv; charset=utf-8', 'x-report-file': encodeURIComponent(file.filename) },
      body,
      timeoutMs: UPLOAD_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    },
  )
  if (status < 200 || status >= 300) throw new Error(`the web address answered ${status}`)
}
