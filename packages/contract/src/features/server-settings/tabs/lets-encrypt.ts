import { z } from 'zod'
import { lineField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

const DOMAINS_MAX = 20
const DOMAINS_TEXT_MAX = 5_000
const domainPattern = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

const domainsField = z
  .string('is no text')
  .trim()
  .max(DOMAINS_TEXT_MAX, `is longer than ${DOMAINS_TEXT_MAX} characters`)
  .refine((text) => domainsOf(text).length <= DOMAINS_MAX, `names more than ${DOMAINS_MAX} domains`)
  .refine(
    (text) => domainsOf(text).every((domain) => domainPattern.test(domain)),
    'is not domains with commas between them',
  )
const mailField = lineField.regex(/^$|^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/, 'is no mail address')

/** SET-060: what a certificate is requested for, and whom the authority writes to. */
export const letsEncryptCall = {
  path: '/gkserver/certbot/domains',
  read: 'GET',
  fields: z.object({ domains: domainsField, email: mailField }),
} as const satisfies SettingsCall

/** `GET`: the status as plain text; `POST` with the fields requests a certificate; `PUT` renews the one that was obtained. */
export const certificatePath = '/gkserver/certbot'
export const certificateRequestSchema = letsEncryptCall.fields

/** Without empty ones: commas, spaces and new lines are between them. */
export function domainsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((domain) => domain !== '')
}
