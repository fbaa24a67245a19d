// Belongs here: how the file of a report goes to a web address, a program or by mail. Does not: when it is tried again (event-deliveries.ts).
import { type DeliveryOutcome, isWebAddress } from '@fleetglass/contract/event-plans'
import { reportTimeText } from '@fleetglass/contract/event-reports'
import type { Clock } from '../../platform/clock/index.ts'
import type { Mail } from '../../platform/mail/index.ts'
import type { Attempt, DeliveredReport, Delivery, MailedReport, ReportFiles } from './delivery.types.ts'
import { runScript } from './run-script.ts'
import { attemptOf } from './send-mail.ts'
import { sendWebhook } from './send-webhook.ts'

/** A larger file is for programs, which read it piece by piece. */
const UPLOAD_BYTES_MAX = 64 * 1024 * 1024
const UPLOAD_MS = 60_000
/** Many mail servers take no larger mails; a larger file is named in the mail and stays in the list. */
const ATTACHMENT_BYTES_MAX = 15 * 1024 * 1024

export interface SendReportDeps {
  readonly clock: Clock
  readonly reportFiles: ReportFiles
  readonly scriptFolder: string
  readonly allowLocal: boolean
  readonly secretOf: (address: string) => Promise<string>
}

/** RPT-30: an address gets the file as the body of a POST, a program on its standard input; both get its name beside it. */
export async function sendReport(deps: SendReportDeps, delivery: Delivery, signal: AbortSignal): Promise<Attempt> {
  const { clock, reportFiles, scriptFolder: folder, allowLocal } = deps
  const { target, body } = delivery
  const { fileid, filename } = JSON.parse(body) as DeliveredReport
  const bytes = await reportFiles.size(fileid)
  if (bytes === null) return ended('report-file-missing')
  if (!isWebAddress(target)) {
    const input = bytes === 0 ? [] : reportFiles.read(fileid, 0, bytes)
    return runScript({ clock, folder }, { name: target, input, environment: { REPORT_FILE: filename } }, signal)
  }
  if (bytes > UPLOAD_BYTES_MAX) return ended('report-file-too-large')
  const text = Buffer.from(await reportFiles.readAll(fileid)).toString('utf8')
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'x-report-file': encodeURIComponent(filename) }
  const content = { body: text, headers, timeoutMs: UPLOAD_MS }
  return sendWebhook({ clock, allowLocal }, delivery, content, await deps.secretOf(target), signal)
}

/** RPT-24. */
export async function mailReport(
  { reportFiles, mail }: { readonly reportFiles: ReportFiles; readonly mail: Pick<Mail, 'send'> },
  { target, plan, body }: Delivery,
): Promise<Attempt> {
  const report = JSON.parse(body) as MailedReport
  const { fileid, filename, sender, type } = report
  const bytes = await reportFiles.size(fileid)
  if (bytes === null) return ended('report-file-missing')
  const isAttached = bytes <= ATTACHMENT_BYTES_MAX
  const content = isAttached ? await reportFiles.readAll(fileid) : null
  return attemptOf(
    mail.send({
      to: target.split(','),
      subject: `${plan} – ${type} report`,
      text: mailText(plan, report, isAttached),
      ...(sender !== '' && { from: sender }),
      ...(content && { attachments: [{ name: filename, type: 'text/csv', content }] }),
    }),
  )
}

/** RPT-26: times are in the zone of the report. */
function mailText(profile: string, report: MailedReport, isAttached: boolean): string {
  const { type, starttime, endtime, tz, filename } = report
  const zone = reportTimeText(starttime, tz).slice(-'+00:00'.length)
  const [from, to] = [starttime, endtime].map((timeS) => reportTimeText(timeS, tz).slice(0, -zone.length))
  const where = isAttached
    ? 'The file is attached.'
    : `The file ${filename} is too large for a mail; it is in the list of report files.`
  return `Report ${profile} (${type})\n${from} to ${to} (UTC${zone})\n\n${where}\n`
}

const ended = (outcome: DeliveryOutcome): Attempt => ({
  isDone: false,
  isFinal: true,
  isAway: false,
  outcome,
  detail: '',
})
