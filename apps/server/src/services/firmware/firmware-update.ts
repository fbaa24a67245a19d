// Belongs here: what an update of a device is, and what is decided about it. Pure. Does not: carrying it out (firmware-updates.ts).
import { type FirmwareFailure, type FirmwareStage, modelPartOf, type RolloutSkip } from '@fleetglass/contract/firmware'
import type { CommandResult } from '../../ports/commands/index.ts'

/** The latest update of a device, as it is stored. */
export interface StoredUpdate {
  readonly deviceKey: number
  /** Opens the file for this update, while it runs. */
  readonly token: string
  readonly url: string
  /** File of the store; empty: the address is elsewhere. */
  readonly firmwareId: string
  readonly bytes: number
  readonly readBytes: number
  readonly target: string
  readonly before: string
  readonly stage: FirmwareStage
  readonly reason: FirmwareFailure | ''
  readonly by: 'user' | 'plan' | 'rollout'
  /** 0: none. */
  readonly rolloutId: number
  readonly beginS: number
  readonly activeS: number
  /** 0: it runs. */
  readonly endS: number
}

/** Without a sign of the device for so long, an update has failed. A device whose ignition is off comes back within this time or not. */
export const SILENT_S = 30 * 60
/** Also one that goes on and on. The address of the file ends with it. */
const LONGEST_S = 24 * 3600

/** FW-19: at least 1 while it runs; 100 is what has ended. */
export function percentOf({ bytes, readBytes }: Pick<StoredUpdate, 'bytes' | 'readBytes'>): number {
  if (bytes === 0) return 1
  return Math.max(1, Math.min(99, Math.floor((readBytes / bytes) * 100)))
}

/** FW-17. */
export function statusOf(isOnline: boolean, update: StoredUpdate | undefined): number {
  if (!isOnline) return 0
  return update === undefined || update.endS > 0 ? 100 : percentOf(update)
}

/** What a device has reached that has reported success, and this version. */
export function verdictOf({ target, before }: Pick<StoredUpdate, 'target' | 'before'>, version: string) {
  if (version === '') return 'unknown-version'
  if (version === target) return 'done'
  if (version === before) return 'old-version'
  return target === '' ? 'done' : 'other-version'
}

export function isOverdue({ beginS, activeS }: StoredUpdate, nowS: number): boolean {
  return nowS - activeS >= SILENT_S || nowS - beginS >= LONGEST_S
}

/** Why a device that reports this version is left out, where the target is for chosen devices. */
export function skipOf(target: string, version: string): RolloutSkip | null {
  if (version === target) return 'same-version'
  const [wanted, found] = [modelPartOf(target), modelPartOf(version)]
  return wanted !== '' && found !== '' && wanted !== found ? 'other-model' : null
}

export function failureOf(result: Exclude<CommandResult, { kind: 'answered' }>): FirmwareFailure {
  if (result.kind === 'refused') return result.result === UNSUPPORTED ? 'unsupported' : 'refused'
  return result.kind === 'unreadable' ? 'refused' : result.kind
}

/** Result of 0x0001. */
const UNSUPPORTED = 3

/** The version in what a device answered; `null`: it gave none. */
export function versionIn(result: CommandResult): string | null {
  if (result.kind !== 'answered' || result.answer.name !== 'attributes') return null
  return result.answer.firmware.replace(/[\p{C}\uFFFD]/gu, '').trim()
}

/** The id in an address of the store; `null`: it is none. */
export function storeIdIn(url: string): string | null {
  return /^\/firmware\/([0-9a-f]{32})$/.exec(new URL(url).pathname)?.[1] ?? null
}
