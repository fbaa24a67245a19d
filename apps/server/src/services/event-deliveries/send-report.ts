// Belongs here: how the file of a report goes to a web address or a program. Does not: when it is tried again (event-deliveries.ts).
import { type DeliveryOutcome, isWebAddress } from '@fleetglass/contract/event-plans'
import type { Clock } from '../../platform/clock/index.ts'
import type { Attempt, DeliveredReport, Delivery, ReportFiles } from './delivery.types.ts'
import { runScript } from './run-script.ts'
import { sendWebhook } from './send-webhook.ts'

/** A larger file is for programs, which read it piece by piece. */
const UPLOAD_BYTES_MAX = 64 * 1024 * 1024
const UPLOAD_MS = 60_000

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

const ended = (outcome: DeliveryOutcome): Attempt => ({
  isDone: false,
  isFinal: true,
  isAway: false,
  outcome,
  detail: '',
})
