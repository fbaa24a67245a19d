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
  readonly channel: number
}

export type Admission =
  | { readonly ok: true; readonly account: Account; readonly device: RegisteredDevice }
  | { readonly ok: false; readonly code: StreamCloseCode; readonly message: string }

export interface StreamGate extends AccountWatch {
  /** Asks on every request: password, right, and that the device is there for this user (STRM-39). */
  admit(request: StreamRequest, right: Requirement, address: string): Promise<Admission>
}

/** `visibility` decides which devices exist for an account. */
export function createStreamGate(deps: {
  readonly authenticator: Authenticator & AccountWatch
  readonly visibility: Visibility
}): StreamGate {
  return {
    isCurrent: (account) => deps.authenticator.isCurrent(account),
    onChange: (account, changed) => deps.authenticator.onChange(account, changed),
    async admit(request, right, address) {
      const credentials = { user: request.user, passwordHash: passwordHash(request.password) }
      const account = await deps.authenticator.verify(credentials, address).catch(heldBack)
      if (account instanceof Refusal) return refuse(StreamClose.badCredentials, account.message)
      if (account === null) return refuse(StreamClose.badCredentials, failureTexts.badCredentials)
      if (!mayCall(account, right)) return refuse(StreamClose.noRight, failureTexts.permissionDenied)
      const device = deps.visibility.device(account, request.deviceId)
      if (device === undefined) return refuse(StreamClose.unknownDevice, failureTexts.unknownDevice)
      if (!hasChannel(device, request.channel)) {
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

function refuse(code: StreamCloseCode, message: string): Admission {
  return { ok: false, code, message }
}
