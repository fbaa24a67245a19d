/**
 * Unauthenticated connections are limited per address and in total, because each one costs memory. When a limit is reached,
 * the connection that has been silent longest is closed, so that a user can always log in. Connections whose login is being
 * checked are not closed.
 */
export interface UnauthenticatedConnections {
  /** Adds a connection. `null`: the limit is reached, and the login of each connection is being checked. */
  take(address: string, end: () => void): UnauthenticatedPlace | null
}

/** The entry of one connection. */
export interface UnauthenticatedPlace {
  /** While its login is checked, the connection is not closed in favour of others. */
  checking(isChecked: boolean): void
  /** The connection was authenticated, or is closed. */
  leave(): void
}

export interface UnauthenticatedLimits {
  readonly inAll: number
  readonly perAddress: number
}

const defaults: UnauthenticatedLimits = { inAll: 1024, perAddress: 128 }

interface Place {
  readonly address: string
  readonly end: () => void
}

export function createUnauthenticatedConnections({
  inAll,
  perAddress,
}: UnauthenticatedLimits = defaults): UnauthenticatedConnections {
  const places = new Set<Place>()
  /** In the order of their last message. */
  const silent = new Set<Place>()
  const ofAddress = new Map<string, number>()

  const remove = (place: Place): void => {
    if (!places.delete(place)) return
    silent.delete(place)
    const left = (ofAddress.get(place.address) ?? 1) - 1
    if (left > 0) ofAddress.set(place.address, left)
    else ofAddress.delete(place.address)
  }
  const freeSpace = (isMeant: (place: Place) => boolean): boolean => {
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
      if ((ofAddress.get(address) ?? 0) >= perAddress && !freeSpace((other) => other.address === address)) return null
      if (places.size >= inAll && !freeSpace(() => true)) return null
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
