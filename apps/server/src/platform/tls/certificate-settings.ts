import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { ruleMessage } from '@fleetglass/contract/errors'
import { sslCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { defineSettings, secret } from '../settings/index.ts'

const { certificate, privateKey } = sslCall.fields.shape

/** SET-057, SET-059: a pair that cannot be used is not saved, so that the one before stays. Empty: the files of the configuration. */
export const certificateSettings = defineSettings({
  name: 'encrypt',
  schema: z.object({ certificate, privateKey: secret(privateKey) }).superRefine((pair, context) => {
    const fault = faultOf(pair.certificate, pair.privateKey.reveal())
    if (fault !== null) context.addIssue({ code: 'custom', path: [fault.field], message: fault.reason })
  }),
  initial: () => ({ certificate: '', privateKey: '' }),
})

interface PairFault {
  readonly field: 'certificate' | 'privateKey'
  readonly reason: string
}

function faultOf(cert: string, key: string): PairFault | null {
  if (cert === '' && key === '') return null
  if (cert === '') return { field: 'certificate', reason: ruleMessage('empty') }
  if (key === '') return { field: 'privateKey', reason: ruleMessage('empty') }
  const leaf = parsed(() => new X509Certificate(cert))
  if (leaf === null) return { field: 'certificate', reason: ruleMessage('not-certificate') }
  const own: KeyObject | null = parsed(() => createPrivateKey(key))
  if (own === null) return { field: 'privateKey', reason: ruleMessage('not-key') }
  if (!leaf.checkPrivateKey(own)) return { field: 'privateKey', reason: ruleMessage('other-key') }
  // The chain behind the certificate, and what OpenSSL does not accept, as keys that are too short.
  if (parsed(() => createSecureContext({ cert, key })) === null)
    return { field: 'certificate', reason: ruleMessage('unusable-certificate') }
  return null
}

function parsed<T>(parse: () => T): T | null {
  try {
    return parse()
  } catch {
    // The reasons of OpenSSL say nothing to an administrator.
    return null
  }
}
