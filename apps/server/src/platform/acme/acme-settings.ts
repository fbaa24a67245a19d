import { letsEncryptCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { defineSettings, secret } from '../settings/index.ts'

export const acmeSettings = defineSettings({
  name: 'certbot',
  schema: z.object({
    ...letsEncryptCall.fields.shape,
    /** Of the account at the authority, PEM; made with the first request. */
    accountKey: secret(z.string().max(10_000)),
    /** SHA-256 of the certificate that was obtained last and of the one before. One that was pasted is not renewed. */
    obtained: z.string().max(200),
  }),
  initial: () => ({ domains: '', email: '', accountKey: '', obtained: '' }),
})
