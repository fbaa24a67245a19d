import { emailCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { defineSettings, secret } from '../settings/index.ts'

/** How mails leave the server (SET-102 to SET-104). */
export const mailSettings = defineSettings({
  name: 'smtp',
  schema: z.object({ ...emailCall.fields.shape, pass: secret(emailCall.fields.shape.pass) }),
  destinations: { pass: ['server'] },
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
