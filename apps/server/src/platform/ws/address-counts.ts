/** Counts what is open, in all and of each address. */
export interface AddressCounts {
  /** What is not taken is not counted. */
  take(address: string): 'taken' | 'too-many' | 'too-many-of-address'
  giveBack(address: string): void
}

export function createAddressCounts(bounds: {
  readonly inAll: number
  readonly perAddress: number
  /** Addresses that stand for many, and are bounded only with all others; left out: none. */
  readonly unbounded?: (address: string) => boolean
}): AddressCounts {
  const counts = new Map<string, number>()
  let inAll = 0
  return {
    take(address) {
      const count = counts.get(address) ?? 0
      if (inAll >= bounds.inAll) return 'too-many'
      if (count >= bounds.perAddress && !bounds.unbounded?.(address)) return 'too-many-of-address'
      counts.set(address, count + 1)
      inAll++
      return 'taken'
    },
    giveBack(address) {
      const count = counts.get(address) ?? 0
      if (count > 1) counts.set(address, count - 1)
      else counts.delete(address)
      inAll--
    },
  }
}
