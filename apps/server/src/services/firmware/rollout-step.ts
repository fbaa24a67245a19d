// Belongs here: what a rollout does next. Pure: no clock, no device, no database.
import { FIRMWARE_ROLLOUT_DAYS, FIRMWARE_WAVE_MAX, type RolloutState } from '@fleetglass/contract/firmware'

export interface RolloutPlan {
  readonly state: RolloutState
  readonly firstWave: number
  /** Percent. */
  readonly failureLimit: number
  /** Failures count from this wave on. */
  readonly countedWave: number
  readonly beginS: number
}

/** A device that waits or runs. */
export interface OpenMember {
  readonly deviceKey: number
  readonly state: 'waiting' | 'running'
  /** 0: its turn has not come. */
  readonly wave: number
}

/** How many devices of a wave have ended in one way. */
export interface EndedMembers {
  readonly state: 'done' | 'failed'
  readonly wave: number
  readonly devices: number
}

export interface RolloutMember extends OpenMember {
  /** It is online and no other update of it runs. */
  readonly isReady: boolean
  readonly isRegistered: boolean
}

/** The devices that wait or run, and how many of each wave have ended. Those that were skipped take part in no wave. */
export interface RolloutDevices {
  readonly members: readonly RolloutMember[]
  readonly ended: readonly EndedMembers[]
}

export type RolloutStep =
  | { readonly kind: 'start'; readonly wave: number; readonly deviceKeys: readonly number[] }
  | { readonly kind: 'skip'; readonly reason: 'removed' | 'never-online'; readonly deviceKeys: readonly number[] }
  | { readonly kind: 'pause' | 'finish' | 'wait' }

/** `free`: updates that may begin now. */
export function nextStep(
  plan: RolloutPlan,
  devices: RolloutDevices,
  { nowS, free }: { readonly nowS: number; readonly free: number },
): RolloutStep {
  if (plan.state !== 'running') return { kind: 'wait' }
  const { members } = devices
  const waiting = members.filter(({ state }) => state === 'waiting')
  const removed = waiting.filter(({ isRegistered }) => !isRegistered)
  if (removed.length > 0) return { kind: 'skip', reason: 'removed', deviceKeys: keysOf(removed) }
  if (members.length === 0) return { kind: 'finish' }
  if (failsTooOften(plan, devices)) return { kind: 'pause' }
  if (nowS - plan.beginS >= FIRMWARE_ROLLOUT_DAYS * 86_400 && waiting.length > 0) {
    return { kind: 'skip', reason: 'never-online', deviceKeys: keysOf(waiting) }
  }
  const { wave, places } = openWave(plan, devices)
  const chosen = waiting.filter(({ isReady }) => isReady).slice(0, Math.max(0, Math.min(places, free)))
  return chosen.length === 0 ? { kind: 'wait' } : { kind: 'start', wave, deviceKeys: keysOf(chosen) }
}

/** The latest wave of a device, from 1; 0 before the first. */
export function latestWave(members: readonly Pick<RolloutMember, 'wave'>[]): number {
  return members.reduce((latest, { wave }) => Math.max(latest, wave), 0)
}

/** The wave that devices may join, and how many: none while the latest one is full and runs. */
function openWave(plan: RolloutPlan, { members, ended }: RolloutDevices): { wave: number; places: number } {
  const wave = Math.max(latestWave([...members, ...ended]), plan.countedWave)
  const running = members.filter((member) => member.wave === wave).length
  const places = sizeOf(plan, wave) - running - countOf(ended.filter((some) => some.wave === wave))
  if (places > 0) return { wave, places }
  return running > 0 ? { wave, places: 0 } : { wave: wave + 1, places: sizeOf(plan, wave + 1) }
}

/** Devices of a wave: twice those of the one before, and few again after a pause because of failures. */
function sizeOf({ firstWave, countedWave }: RolloutPlan, wave: number): number {
  return Math.min(FIRMWARE_WAVE_MAX, firstWave * 2 ** Math.min(20, wave - countedWave))
}

/** The share is that of the waves so far as if all others in them succeeded: one early failure of a large wave pauses nothing. */
function failsTooOften(plan: RolloutPlan, { members, ended }: RolloutDevices): boolean {
  const isCounted = ({ wave }: { readonly wave: number }) => wave > 0 && wave >= plan.countedWave
  const [running, over] = [members.filter(isCounted), ended.filter(isCounted)]
  const failed = countOf(over.filter(({ state }) => state === 'failed'))
  if (failed === 0) return false
  let planned = 0
  for (let wave = plan.countedWave; wave <= latestWave([...running, ...over]); wave++) planned += sizeOf(plan, wave)
  const waiting = members.filter(({ state }) => state === 'waiting').length
  return failed * 100 >= plan.failureLimit * Math.min(planned, running.length + countOf(over) + waiting)
}

function countOf(ended: readonly EndedMembers[]): number {
  return ended.reduce((sum, { devices }) => sum + devices, 0)
}

function keysOf(members: readonly RolloutMember[]): number[] {
  return members.map(({ deviceKey }) => deviceKey)
}
