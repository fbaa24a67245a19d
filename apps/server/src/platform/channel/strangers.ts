import { createAddressCounts } from '../ws/index.ts'

/** Links that have not logged in: each costs memory that nobody answers for, so they are few, of one address and in all. */
export interface Strangers {
  /** Counts one more; the function counts it off, once. `null`: there are too many. */
  take(address: string): (() => void) | null
}

const IN_ALL = 1024
const PER_ADDRESS = 128

export function createStrangers(): Strangers {
  const counts = createAddressCounts({ inAll: IN_ALL, perAddress: PER_ADDRESS })
  return {
    take(address) {
      if (counts.take(address) !== 'taken') return null
      let counted = true
      return () => {
        if (counted) counts.giveBack(address)
        counted = false
      }
    },
  }
}
