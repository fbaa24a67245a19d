/**
 * Links that have not logged in: each costs memory that nobody answers for, so they are few, of one address and in all.
 * Where they are too many, the one that has been silent longest makes room: whoever comes to log in does so at once, and
 * whoever only holds a place loses it. Those whose login is being checked keep theirs.
 */
export interface Strangers {
  /** Counts one more. `null`: there are too many, and the login of each of them is being checked. */
  take(address: string, end: () => void): Stranger | null
}

/** One link's place. */
export interface Stranger {
  /** While a login is checked the link does not make room for others. */
  checking(isChecked: boolean): void
  /** The link logged in, or is gone. */
  leave(): void
}

export interface StrangerBounds {
  readonly inAll: number
  readonly perAddress: number
}

const defaults: StrangerBounds = { inAll: 1024, perAddress: 128 }

interface Place {
  readonly address: string
  readonly end: () => void
}

export function createStrangers({ inAll, perAddress }: StrangerBounds = defaults): Strangers {
  const places = new Set<Place>()
  /** In the order in which they fell silent. */
  const silent = new Set<Place>()
  const ofAddress = new Map<string, number>()

  const remove = (place: Place): void => {
    if (!places.delete(place)) return
    silent.delete(place)
    const left = (ofAddress.get(place.address) ?? 1) - 1
    if (left > 0) ofAddress.set(place.address, left)
    else ofAddress.delete(place.address)
  }
  const makeRoom = (isMeant: (place: Place) => boolean): boolean => {
    for (const place of silent) {
      if (!isMeant(place)) continue
      remove(place)
      place.end()
      return true
    }
    return false
  }
  return {
    take(address, end) {
      if ((ofAddress.get(address) ?? 0) >= perAddress && !makeRoom((other) => other.address === address)) return null
      if (places.size >= inAll && !makeRoom(() => true)) return null
      const place = { address, end }
      places.add(place)
      silent.add(place)
      ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1)
      return {
        checking(isChecked) {
          silent.delete(place)
          if (!isChecked && places.has(place)) silent.add(place)
        },
        leave: () => remove(place),
      }
    },
  }
}
