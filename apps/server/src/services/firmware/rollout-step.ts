// Belongs here: what a rollout does next. Pure: no clock, no device, no database.
import {
  FIRMWARE_ROLLOUT_DAYS,
  FIRMWARE_WAVE_MAX,
  type RolloutDeviceState,
  type RolloutState,
} from '@fleetglass/contract/firmware'

export interface RolloutPlan {
  readonly state: RolloutState
  readonly firstWave: number
  /** Percent. */
  readonly failureLimit: number
  /** Failures count from this wave on. */
  readonly countedWave: number
  readonly beginS: number
}

export interface RolloutMember {
  readonly deviceKey: number
  readonly state: RolloutDeviceState
  /** 0: its turn has not come. */
  readonly wave: number
  /** It is online and no other update of it runs. */
  readonly isReady: boolean
  readonly isRegistered: boolean
}

export type RolloutStep =
  | { readonly kind: 'start'; readonly wave: number; readonly deviceKeys: readonly number[] }
  | { readonly kind: 'skip'; readonly reason: 'removed' | 'never-online'; readonly deviceKeys: readonly number[] }
  | { readonly kind: 'pause' | 'finish' | 'wait' }

/** `free`: updates that may begin now. */
export function nextStep(
  plan: RolloutPlan,
  members: readonly RolloutMember[],
  { nowS, free }: { readonly nowS: number; readonly free: number },
): RolloutStep {
  if (plan.state !== 'running') return { kind: 'wait' }
  const waiting = members.filter(({ state }) => state === 'waiting')
  const removed = waiting.filter(({ isRegistered }) => !isRegistered)
  if (removed.length > 0) return { kind: 'skip', reason: 'removed', deviceKeys: keysOf(removed) }
  if (waiting.length === 0 && !members.some(({ state }) => state === 'running')) return { kind: 'finish' }
  if (failsTooOften(plan, members, waiting.length)) return { kind: 'pause' }
  if (nowS - plan.beginS >= FIRMWARE_ROLLOUT_DAYS * 86_400 && waiting.length > 0) {
    return { kind: 'skip', reason: 'never-online', deviceKeys: keysOf(waiting) }
  }
  const { wave, places } = openWave(plan, members)
  const chosen = waiting.filter(({ isReady }) => isReady).slice(0, Math.max(0, Math.min(places, free)))
  return chosen.length === 0 ? { kind: 'wait' } : { kind: 'start', wave, deviceKeys: keysOf(chosen) }
}

/** The latest wave of a device, from 1; 0 before the first. */
export function latestWave(members: readonly Pick<RolloutMember, 'wave'>[]): number {
  return members.reduce((latest, { wave }) => Math.max(latest, wave), 0)
}

/** The wave that devices may join, and how many: none while the latest one is full and runs. */
function openWave(plan: RolloutPlan, members: readonly RolloutMember[]): { wave: number; places: number } {
  const wave = Math.max(latestWave(members), plan.countedWave)
  const inWave = members.filter((member) => member.wave === wave)
  const places = sizeOf(plan, wave) - inWave.length
  if (places > 0) return { wave, places }
  const runs = inWave.some(({ state }) => state === 'running')
  return runs ? { wave, places: 0 } : { wave: wave + 1, places: sizeOf(plan, wave + 1) }
}

/** Devices of a wave: twice those of the one before, and few again after a pause because of failures. */
function sizeOf({ firstWave, countedWave }: RolloutPlan, wave: number): number {
  return Math.min(FIRMWARE_WAVE_MAX, firstWave * 2 ** Math.min(20, wave - countedWave))
}

/** The share is that of the waves so far as if all others in them succeeded: one early failure of a large wave pauses nothing. */
function failsTooOften(plan: RolloutPlan, members: readonly RolloutMember[], waiting: number): boolean {
  const counted = members.filter(({ wave }) => wave > 0 && wave >= plan.countedWave)
  const failed = counted.filter(({ state }) => state === 'failed').length
  if (failed === 0) return false
  let planned = 0
  for (let wave = plan.countedWave; wave <= latestWave(counted); wave++) planned += sizeOf(plan, wave)
  return failed * 100 >= plan.failureLimit * Math.min(planned, counted.length + waiting)
}

function keysOf(members: readonly RolloutMember[]): number[] {
  return members.map(({ deviceKey }) => deviceKey)
}
