import { z } from 'zod'
import { secret } from './secret.ts'

/** Rows of one answer of a log, and the newest ones that can be reached page by page; an export holds all of them. */
export const LOG_PAGE_ROWS = 500
export const LOG_LISTED_ROWS = 10_000

const time = z.iso.datetime({ offset: true, error: 'is no time with an offset' }).transform((text) => Date.parse(text))

/** A period of a log: `afterUpdatetime` up to, without, `beforeUpdatetime`, as ISO times with an offset (API2-128). */
export const logPeriod = { afterUpdatetime: time, beforeUpdatetime: time }

/** Which part of the rows is wanted, newest first. */
export const logPage = {
  offset: z
    .int()
    .min(0)
    .max(LOG_LISTED_ROWS - LOG_PAGE_ROWS)
    .default(0),
  limit: z.int().min(1).max(LOG_PAGE_ROWS).default(LOG_PAGE_ROWS),
}

/** Name of an account; empty: of all. */
export const logMember = z.string().max(64).default('')
/** A device id; empty: of all. */
export const logDevice = z.string().max(31).default('')

/** Characters of the password of an archive. */
export const ARCHIVE_PASSWORD_MAX = 128

/** The password that an exported log opens with. */
export const logExportFields = {
  filepass: secret(
    z.string().min(1, 'is empty').max(ARCHIVE_PASSWORD_MAX, `has more than ${ARCHIVE_PASSWORD_MAX} characters`),
  ),
}

/** Whether a filter takes a text: one with a space or a single quote is ignored (USLOG-10, USLOG-11). */
export function isLogFilter(text: string): boolean {
  return !/[\s']/.test(text)
}
