// What of the table is offered, and what of it was changed: without React.
import { can, type Rights } from '@fleetglass/contract/access'
import {
  isThreshold,
  RESOLUTION_CHOICES,
  type RemoteCard,
  type RemoteParameterName,
  readValue,
  remoteCardNames,
  remoteCards,
  remoteParameterAccess,
  remoteParameterNames,
  remoteParameters,
  remoteSettingsSchema,
  subResolutions,
  type ThresholdKey,
  thresholdAccess,
  thresholdLines,
} from '@fleetglass/contract/remote-settings'

/** Texts of settings by their names. */
export type Values = ReadonlyMap<RemoteParameterName, string>

/** What a device has reported: what it supports, and the values of those that it knows. */
export interface Told {
  readonly supported: ReadonlySet<string>
  readonly values: Values
  /** Resolutions of the sub stream that the device knows. */
  readonly resolutions: readonly string[]
}

/** Throws when the answer is none. */
export function readTold(answer: unknown): Told {
  const { settings, ...rest } = remoteSettingsSchema.parse(answer)
  const values = remoteParameterNames.flatMap((name) => {
    const value = rest[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  const sizes = rest[RESOLUTION_CHOICES]
  return {
    supported: new Set(settings.split(',').filter((name) => name !== '')),
    values: new Map(values),
    resolutions:
      typeof sizes === 'string' ? subResolutions.filter((one) => sizes.split(',').includes(one)) : subResolutions,
  }
}

/** A card with those of its settings that are there. */
export interface OfferedCard {
  readonly card: RemoteCard
  readonly names: readonly RemoteParameterName[]
  readonly thresholds: readonly ThresholdKey[]
}

/** RDEV-004, RDEV-005, RDEV-090: what the device supports and this user may; a card of which nothing is left is not there. */
export function offeredCards({ supported }: Told, rights: Rights): readonly OfferedCard[] {
  return remoteCardNames.flatMap((card) => {
    const thresholds = (remoteCards[card].thresholds ?? []).filter((key) => can(rights, thresholdAccess(key)))
    const names = remoteCards[card].parameters.filter(
      (name) =>
        supported.has(name) &&
        can(rights, remoteParameterAccess(name)) &&
        (name !== 'motovisadas' || thresholds.length > 0),
    )
    return names.length === 0 ? [] : [{ card, names, thresholds }]
  })
}

/** What is on the screen: what was changed, else what the device has reported. */
export function shownText(name: RemoteParameterName, told: Values, draft: Values): string {
  return draft.get(name) ?? told.get(name) ?? ''
}

/** The thresholds by their key. */
export function thresholdsIn(text: string): ReadonlyMap<string, string> {
  return new Map(thresholdLines(text).map(({ key, value }) => [key, value]))
}

/**
 * RDEV-091: what of a card differs from what the device has, in the form in which it is saved. `null`: something of it cannot
 * be saved as it is.
 */
export function changesOf({ card, names }: OfferedCard, told: Values, draft: Values): Values | null {
  const changes = new Map<RemoteParameterName, string>()
  for (const name of names) {
    const text = shownText(name, told, draft)
    const read = readValue(remoteParameters[name].value, text)
    const isChanged = draft.has(name) && (read.ok ? read.text : text) !== told.get(name)
    // RDEV-063 … 065: of the sub stream all must be good, also what is not changed.
    if (!read.ok && (isChanged || card === 'subStream')) return null
    if (!isChanged || !read.ok) continue
    const saved = name === 'motovisadas' ? changedLines(told.get(name) ?? '', read.text) : read.text
    if (saved !== '' || name !== 'motovisadas') changes.set(name, saved)
  }
  return changes
}

/** Only the thresholds that were changed: all other lines are the device's. */
function changedLines(before: string, after: string): string {
  const kept = thresholdsIn(before)
  return thresholdLines(after)
    .filter(({ key, value }) => isThreshold(key) && kept.get(key) !== value)
    .map(({ line }) => line)
    .join('\n')
}
