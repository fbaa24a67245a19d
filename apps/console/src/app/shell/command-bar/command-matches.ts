// Which vehicles, actions and pages the words of the command bar mean. Pure: what is found for ten thousand vehicles must come
// between two keys.
import { type Device, matchesText } from '../../../engines/fleet/index.ts'

/** How many vehicles the bar lists; a further word finds the others. */
export const MOST_DEVICES = 8

export interface FoundDevice<Action> {
  readonly device: Device
  /** What may be done there, the first one first; never empty. */
  readonly actions: readonly Action[]
}

/** Something with a name that words are compared with. */
export interface Named {
  readonly label: string
}

/**
 * The vehicles that the words mean, best first. A word belongs to the vehicle if it is a part of its id, driver, name or plate;
 * what is left must name an action: `van 7 talk`. At least one word is the vehicle's.
 */
export function findDevices<Action extends Named>(
  devices: Iterable<Device>,
  words: readonly string[],
  actions: readonly Action[],
): readonly FoundDevice<Action>[] {
  if (words.length === 0) return []
  const actionsOf = remembered((rest: string) => matching(actions, rest === '' ? [] : rest.split(' ')))
  const found: (FoundDevice<Action> & { readonly missing: number })[] = []
  for (const device of devices) {
    if (!device.registered) continue
    const rest = words.filter((word) => !matchesText(device, word))
    if (rest.length === words.length) continue
    const left = actionsOf(rest.join(' '))
    if (left.length > 0) found.push({ device, actions: left, missing: rest.length })
  }
  // The order of the list stays among equals, since sorting is stable.
  return found
    .sort((a, b) => a.missing - b.missing || nearness(b.device, words) - nearness(a.device, words))
    .slice(0, MOST_DEVICES)
}

/** Those whose name has a word that begins so, for each of the words. */
export function matching<Item extends Named>(items: readonly Item[], words: readonly string[]): readonly Item[] {
  return items.filter(({ label }) => {
    const ofLabel = label.toLowerCase().split(/\s+/)
    return words.every((word) => ofLabel.some((one) => one.startsWith(word)))
  })
}

/** How many words stand alone in the vehicle's name, plate, driver or id: `van 7` means “Van 7” more than “Van 17”. */
function nearness(device: Device, words: readonly string[]): number {
  const own = `${device.memo} ${device.plate} ${device.driverName} ${device.deviceId}`.toLowerCase().split(/\s+/)
  return words.filter((word) => own.includes(word)).length
}

function remembered<Result>(make: (key: string) => Result): (key: string) => Result {
  const made = new Map<string, Result>()
  return (key) => {
    const known = made.get(key) ?? make(key)
    made.set(key, known)
    return known
  }
}
