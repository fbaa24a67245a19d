// Belongs here: who may open a stream or fetch a picture. Does not: what is then sent (live-viewer.ts, features/playback).

import { createHash } from 'node:crypto'
import { mayCall, type Requirement } from '@fleetglass/contract/access'
import { AppError } from '@fleetglass/contract/errors'
import { type Authenticator, type CallerWatch, isApiToken } from '../../platform/access-policy/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Account, RegisteredDevice, Visibility } from '../directory/index.ts'
import { type Access, Denial, deviceFor, type WatchedAccess, watchAccess } from './watched-access.ts'

/** What every stream address carries. */
export interface StreamRequest {
  readonly user: string
  readonly password: string
  readonly deviceId: string
  /** `null`: the stream is of the whole device. */
  readonly channel: number | null
}

interface Admitted {
  readonly ok: true
  readonly account: Account
  /** For what stays open: `denied` is called once when the access is lost. */
  keep(denied: (denial: Denial) => void): WatchedAccess
}

/** A caller who may open a stream. */
export type AccountAdmission = Admitted | Denial

export type Admission = (Admitted & { readonly device: RegisteredDevice }) | Denial

export interface StreamGate {
  /** Asks on every request: password, right, and that the device is there for this user (STRM-39). */
  admit(request: StreamRequest, right: Requirement, address: string): Promise<Admission>
  /** The same without a device: for streams that are of many. */
  admitAccount(
    credentials: Pick<StreamRequest, 'user' | 'password'>,
    right: Requirement,
    address: string,
  ): Promise<AccountAdmission>
  /** For a call that has checked its access by itself and stays open. */
  keep(access: Access, denied: (denial: Denial) => void): WatchedAccess
}

/** `visibility` decides which devices exist for an account. */
export function createStreamGate(deps: {
  readonly clock: Clock
  readonly log: Log
  readonly authenticator: Authenticator & CallerWatch
  readonly visibility: Pick<Visibility, 'device' | 'onChange'>
}): StreamGate {
  const keep: StreamGate['keep'] = (access, denied) =>
    watchAccess({ ...deps, accounts: deps.authenticator }, access, denied)
  const admitAccount: StreamGate['admitAccount'] = async (request, right, address) => {
    const account = await callerOf(deps.authenticator, request, address).catch(heldBack)
    if (account instanceof AppError) return new Denial(account)
    if (account === null) return new Denial(new AppError('wrong-credentials'))
    if (!mayCall(account, right)) return new Denial(new AppError('permission-denied'))
    return { ok: true, account, keep: (denied) => keep({ account, right, deviceId: null, channel: null }, denied) }
  }
  return {
    keep,
    admitAccount,
    async admit(request, right, address) {
      const admission = await admitAccount(request, right, address)
      if (!admission.ok) return admission
      const { account } = admission
      const found = deviceFor(deps, account, request)
      if (found instanceof Denial) return found
      const { deviceId, channel } = request
      return { ok: true, account, device: found, keep: (denied) => keep({ account, right, deviceId, channel }, denied) }
    },
  }
}

/** An API token comes from the head of the request, and knows its user (`withBearer`). */
function callerOf(
  authenticator: Authenticator,
  { user, password }: Pick<StreamRequest, 'user' | 'password'>,
  address: string,
): Promise<Account | null> {
  if (isApiToken(password)) return authenticator.ofApiToken(password, address)
  return authenticator.verify({ user, passwordHash: passwordHash(password) }, address)
}

/** 64 characters are the hash already; anything else is hashed as the login does (STRM-14, STRM-15). */
function passwordHash(password: string): string {
  return password.length === 64 ? password : createHash('sha256').update(password).digest('hex').toUpperCase()
}

/** Too many attempts: closed like a wrong password, with its own text. */
function heldBack(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
