// Belongs here: who may open a stream or fetch a picture. Does not: what is then sent (live-viewer.ts, features/playback).
import { createHash } from 'node:crypto'
import { mayCall, type Requirement } from '@fleetglass/contract/access'
import { hasChannel } from '@fleetglass/contract/devices'
import { failureTexts } from '@fleetglass/contract/envelope'
import { StreamClose, type StreamCloseCode } from '@fleetglass/contract/streams'
import type { Account, AccountWatch, Authenticator } from '../../platform/account/index.ts'
import { Refusal } from '../../platform/refusal/index.ts'
import type { RegisteredDevice } from '../registry/index.ts'
import type { Visibility } from '../visibility/index.ts'

/** What every stream address carries. */
export interface StreamRequest {
  readonly user: string
  readonly password: string
  readonly deviceId: string
  /** `null`: the stream is of the whole device. */
  readonly channel: number | null
}

/** Somebody who may open a stream. */
export type AccountAdmission =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly code: StreamCloseCode; readonly message: string }

export type Admission =
  | { readonly ok: true; readonly account: Account; readonly device: RegisteredDevice }
  | { readonly ok: false; readonly code: StreamCloseCode; readonly message: string }

export interface StreamGate extends AccountWatch {
  /** Asks on every request: password, right, and that the device is there for this user (STRM-39). */
  admit(request: StreamRequest, right: Requirement, address: string): Promise<Admission>
  /** The same without a device: for streams that are of many. */
  admitAccount(
    credentials: Pick<StreamRequest, 'user' | 'password'>,
    right: Requirement,
    address: string,
  ): Promise<AccountAdmission>
}

/** `visibility` decides which devices exist for an account. */
export function createStreamGate(deps: {
  readonly authenticator: Authenticator & AccountWatch
  readonly visibility: Visibility
}): StreamGate {
  const admitAccount: StreamGate['admitAccount'] = async (request, right, address) => {
    const credentials = { user: request.user, passwordHash: passwordHash(request.password) }
    const account = await deps.authenticator.verify(credentials, address).catch(heldBack)
    if (account instanceof Refusal) return refuse(StreamClose.badCredentials, account.message)
    if (account === null) return refuse(StreamClose.badCredentials, failureTexts.badCredentials)
    if (!mayCall(account, right)) return refuse(StreamClose.noRight, failureTexts.permissionDenied)
    return { ok: true, account }
  }
  return {
    isCurrent: (account) => deps.authenticator.isCurrent(account),
    onChange: (account, changed) => deps.authenticator.onChange(account, changed),
    admitAccount,
    async admit(request, right, address) {
      const admission = await admitAccount(request, right, address)
      if (!admission.ok) return admission
      const { account } = admission
      const device = deps.visibility.device(account, request.deviceId)
      if (device === undefined) return refuse(StreamClose.unknownDevice, failureTexts.unknownDevice)
      if (request.channel !== null && !hasChannel(device, request.channel)) {
        return refuse(StreamClose.unknownDevice, 'the device has no such channel')
      }
      return { ok: true, account, device }
    },
  }
}

/** 64 characters are the hash already; anything else is hashed as the login does (STRM-14, STRM-15). */
function passwordHash(password: string): string {
  return password.length === 64 ? password : createHash('sha256').update(password).digest('hex').toUpperCase()
}

/** Too many attempts: told by the sentence, the code is that of a wrong password. */
function heldBack(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function refuse(code: StreamCloseCode, message: string): Extract<AccountAdmission, { ok: false }> {
  return { ok: false, code, message }
}

/** The HTTP status of a refusal, for what is fetched and not streamed. */
export function httpStatusOf(code: StreamCloseCode): number {
  if (code === StreamClose.badCredentials) return 401
  return code === StreamClose.noRight ? 403 : 404
}
