import { z } from 'zod'
import { ruleMessage } from '../../../errors/index.ts'
import { hostField, lineField, portField, TEXT_MAX } from '../field-rules.ts'
import type { SettingsCall } from '../settings-call.ts'

const addressField = lineField.regex(/^$|^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/, ruleMessage('not-mail'))

/** SET-102 to SET-104: how mails leave the server. */
export const emailCall = {
  path: '/gkserver/smtp',
  read: 'POST',
  inside: 'mail',
  fields: z.object({
    /** Empty: no mail is sent. */
    server: hostField,
    port: portField,
    /** `0` STARTTLS, `1` TLS, `2` none. */
    security: z.enum(['0', '1', '2'], ruleMessage('not-choice', { choices: '0, 1, 2' })),
    /** `0` MD5, `1` none, `2` plain, `3` login. */
    auth: z.enum(['0', '1', '2', '3'], ruleMessage('not-choice', { choices: '0, 1, 2, 3' })),
    user: lineField,
    pass: z.string(ruleMessage('not-text')).max(TEXT_MAX, ruleMessage('too-long', { most: TEXT_MAX })),
    from: addressField,
    name: lineField,
  }),
} as const satisfies SettingsCall

/** `POST`: sends a mail with the saved settings, and answers when the mail server has taken it. */
export const testMailPath = '/gkserver/smtp/test'
export const testMailSchema = z.object({
  to: lineField.regex(/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/, ruleMessage('not-mail')),
})
