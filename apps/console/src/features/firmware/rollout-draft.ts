import type { DeviceInfo } from '@fleetglass/contract/device-info'
import {
  FIRMWARE_WAVE_MAX,
  type FirmwareRollout,
  isFirmwareUrl,
  type NewRollout,
  type RolloutDevice,
} from '@fleetglass/contract/firmware'
import type { GroupLink } from '@fleetglass/contract/groups'
import type { GroupTree } from '../../shared/groups/index.ts'

/** A rollout as it is typed. */
export interface RolloutDraft {
  readonly targetfw: string
  readonly url: string
  readonly memo: string
  readonly groups: ReadonlySet<string>
  readonly models: ReadonlySet<string>
  readonly firstwave: string
  readonly failurelimit: string
}

export const newDraft: RolloutDraft = {
  targetfw: '',
  url: '',
  memo: '',
  groups: new Set(),
  models: new Set(),
  firstwave: '5',
  failurelimit: '20',
}

export type DraftFault = 'url' | 'firstwave' | 'failurelimit'

/** Fields that hold something wrong. An empty address is only not there yet. */
export function faultsOf({ url, firstwave, failurelimit }: RolloutDraft): ReadonlySet<DraftFault> {
  const faults = new Set<DraftFault>()
  if (url.trim() !== '' && !isFirmwareUrl(url.trim())) faults.add('url')
  if (!isWholeUpTo(firstwave, FIRMWARE_WAVE_MAX)) faults.add('firstwave')
  if (!isWholeUpTo(failurelimit, 100)) faults.add('failurelimit')
  return faults
}

function isWholeUpTo(text: string, most: number): boolean {
  return /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most
}

/** What is sent; `null` while something is missing or wrong. */
export function rolloutOf(draft: RolloutDraft): NewRollout | null {
  const [targetfw, url] = [draft.targetfw.trim(), draft.url.trim()]
  const hasDevices = draft.groups.size + draft.models.size > 0
  if (targetfw === '' || url === '' || !hasDevices || faultsOf(draft).size > 0) return null
  return {
    targetfw,
    url,
    memo: draft.memo.trim(),
    groups: [...draft.groups],
    models: [...draft.models],
    firstwave: Number(draft.firstwave),
    failurelimit: Number(draft.failurelimit),
  }
}

/** The devices that the chosen groups and models have, as the server chooses them. */
export function coveredDevices(
  { groups, models }: Pick<RolloutDraft, 'groups' | 'models'>,
  known: { readonly tree: GroupTree; readonly links: readonly GroupLink[]; readonly infos: readonly DeviceInfo[] },
): readonly DeviceInfo[] {
  if (groups.size + models.size === 0) return []
  const within = new Set<string>()
  // Each group stands behind its parent.
  for (const { groupid, parentid } of known.tree.all) {
    if (groups.has(groupid) || (parentid !== null && within.has(parentid))) within.add(groupid)
  }
  const inGroups = new Set(known.links.filter(({ groupid }) => within.has(groupid)).map(({ deviceid }) => deviceid))
  return known.infos.filter(
    ({ deviceid, model }) => (groups.size === 0 || inGroups.has(deviceid)) && (models.size === 0 || models.has(model)),
  )
}

/** Devices of a rollout that the user sees. */
export function sizeOf({ waiting, running, done, failed, skipped }: FirmwareRollout): number {
  return waiting + running + done + failed + skipped
}

/** How many devices have which version, the most frequent first. */
export function versionCounts(
  devices: readonly RolloutDevice[],
): readonly (readonly [version: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { version } of devices) counts.set(version, (counts.get(version) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)
}
