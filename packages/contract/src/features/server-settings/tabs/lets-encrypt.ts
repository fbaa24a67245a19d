import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { lineField } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

const DOMAINS_MAX = 20
const DOMAINS_TEXT_MAX = 5_000
const domainPattern = /^([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

const domainsField = z
  .string(ruleMessage('not-text'))
  .trim()
  .max(DOMAINS_TEXT_MAX, ruleMessage('too-long', { most: DOMAINS_TEXT_MAX }))
  .refine((text) => domainsOf(text).length <= DOMAINS_MAX, ruleMessage('too-many-domains', { most: DOMAINS_MAX }))
  .refine((text) => domainsOf(text).every((domain) => domainPattern.test(domain)), ruleMessage('not-domains'))
const mailField = lineField.regex(/^$|^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/, ruleMessage('not-mail'))

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
