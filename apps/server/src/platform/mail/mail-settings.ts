import { z } from 'zod'
import { defineSettings, secret } from '../settings/index.ts'

const TEXT_MAX = 254

const text = z.string().max(TEXT_MAX, `is longer than ${TEXT_MAX} characters`)

/** How mails leave the server. The names and numbers are those of the wire (SET-102 to SET-104). */
export const mailSettings = defineSettings({
  name: 'smtp',
  schema: z.object({
    /** Host name or address; empty: this server sends no mail. */
    server: text,
    port: z.int().min(1).max(65_535),
    /** `0` STARTTLS, `1` TLS from the first byte, `2` none. */
    security: z.enum(['0', '1', '2']),
    /** `0` CRAM-MD5, `1` none, `2` PLAIN, `3` LOGIN. */
    auth: z.enum(['0', '1', '2', '3']),
    user: text,
    pass: secret(text),
    /** Address and name of the sender. */
    from: text,
    name: text,
  }),
  initial: () => ({
    server: '',
    port: 587,
    security: '0' as const,
    auth: '1' as const,
    user: '',
    pass: '',
    from: '',
    name: '',
  }),
})

export type MailSettings = Readonly<z.output<typeof mailSettings.schema>>
