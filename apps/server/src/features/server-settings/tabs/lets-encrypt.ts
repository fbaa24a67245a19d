import { AppError } from '@fleetglass/contract/errors'
import {
  certificatePath,
  certificateRequestSchema,
  letsEncryptCall,
  serverSettingsAccess,
} from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { Content, endpoint, rawEndpoint } from '../../../platform/http/index.ts'
import { auditedChange, type SettingsTab } from '../settings-tab.ts'

const SECTION = 'certbot'
const DONE = { hasError: false, message: 'OK' } as const

/** Owner: `platform/acme`. */
export const letsEncryptTab: SettingsTab = {
  calls: [{ call: letsEncryptCall, section: SECTION, audit: 'the domains of the certificate' }],
  actions: ({ acme, settings }) => [
    endpoint({
      method: 'GET',
      path: certificatePath,
      access: serverSettingsAccess,
      audit: 'Read the status of the certificate',
      body: z.object({}),
      handle: () =>
        new Content({
          bytes: Buffer.from(acme.status()),
          type: 'text/plain; charset=utf-8',
          encoding: null,
          cacheForever: false,
        }),
    }),
    endpoint({
      method: 'POST',
      path: certificatePath,
      access: serverSettingsAccess,
      audit: 'Requested a certificate for {domains}',
      body: certificateRequestSchema,
      async handle({ account, body, note }) {
        await acme.request(async () => {
          const { changes } = await settings.named(SECTION).save(body, { name: account.name })
          note({ changes: changes.map(auditedChange) })
        })
        return DONE
      },
    }),
    endpoint({
      method: 'PUT',
      path: certificatePath,
      access: serverSettingsAccess,
      audit: 'Renewed the certificate',
      body: z.object({}),
      async handle() {
        await acme.request()
        return DONE
      },
    }),
    rawEndpoint({
      path: '/.well-known/acme-challenge/:token',
      access: 'anyone',
      audit: 'Read the answer to a challenge of a certificate authority',
      listeners: 'web',
      async handle(request, reply) {
        const { token = '' } = request.params as Readonly<Record<string, string>>
        const answer = acme.challengeAnswer(token)
        if (answer === undefined) throw new AppError('unknown-path')
        return reply.type('application/octet-stream').header('cache-control', 'no-store').send(answer)
      },
    }),
  ],
}
