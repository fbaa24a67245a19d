import {
  type Protocol,
  passwordChangedSchema,
  passwordPath,
  protocolPath,
  protocolSchema,
  serverKindPath,
  sessionPath,
  verifiedUserSchema,
  verifyUserPath,
} from '@fleetglass/contract/session'
import { callJson } from '../../platform/http/index.ts'

/** An account and the hash of its password. */
export interface AccountHash {
  readonly user: string
  readonly passwordHash: string
}

/** `unanswered`: the server could not be reached; the reason is for the log. */
export type Verdict =
  | { readonly kind: 'valid' | 'expired' | 'invalid' }
  | { readonly kind: 'unanswered'; readonly reason: string }

export type PasswordChange =
  | { readonly kind: 'changed' }
  /** `needsCode`: of the second factor. */
  | { readonly kind: 'refused'; readonly message: string; readonly needsCode: boolean }
  | { readonly kind: 'unanswered'; readonly reason: string }

/** Calls of the login to the server of the page. Nothing here rejects. */
export interface LoginCalls {
  /** API0-06: `global` lets the user name a server. */
  isGlobal(): Promise<boolean>
  /** API0-07 … 09: the ports of main channel and streams; null when the server reports none. */
  protocol(): Promise<Protocol | null>
  /** API0-11 … 13, in the strict deployment only. */
  verifyUser(account: AccountHash): Promise<Verdict>
  /** API0-21 … 23. */
  changePassword(account: AccountHash, newHash: string, code?: string): Promise<PasswordChange>
  /** API0-05: the cookie that GETs need. Answers why there is none. */
  openSession(account: AccountHash): Promise<string | null>
  closeSession(): Promise<string | null>
}

export const loginCalls: LoginCalls = {
  async isGlobal() {
    const reply = await callJson('GET', serverKindPath)
    return reply.ok && (reply.value as { server?: unknown } | null)?.server === 'global'
  },
  async protocol() {
    const reply = await callJson('GET', protocolPath)
    const protocol = reply.ok ? protocolSchema.safeParse(reply.value) : null
    return protocol?.success ? protocol.data : null
  },
  async verifyUser(account) {
    const reply = await callJson('POST', verifyUserPath, body(account))
    // LOGIN-19: an answer with `hasError` counts as an invalid user.
    if (!reply.ok) return reply.kind === 'refused' ? { kind: 'invalid' } : reply
    const read = verifiedUserSchema.safeParse(reply.value)
    if (!read.success) return { kind: 'unanswered', reason: 'the answer cannot be read' }
    if (!read.data.valid) return { kind: 'invalid' }
    return { kind: read.data.expired ? 'expired' : 'valid' }
  },
  async changePassword(account, newHash, code) {
    const reply = await callJson('PUT', passwordPath, { ...body(account), newpass: newHash, ...(code && { code }) })
    if (!reply.ok && reply.kind === 'refused') {
      const { reason: message, answer } = reply
      return { kind: 'refused', message, needsCode: 'code' in answer && answer.code === 'second-factor-needed' }
    }
    if (!reply.ok) return reply
    const read = passwordChangedSchema.safeParse(reply.value)
    return read.success ? { kind: 'changed' } : { kind: 'unanswered', reason: 'the answer cannot be read' }
  },
  async openSession(account) {
    const reply = await callJson('POST', sessionPath, body(account))
    return reply.ok ? null : reply.reason
  },
  async closeSession() {
    const reply = await callJson('DELETE', sessionPath)
    return reply.ok ? null : reply.reason
  },
}

function body({ user, passwordHash }: AccountHash) {
  return { username: user, password: passwordHash }
}
