/** Work that waits for its turn: few pieces at once, bounded lines, one for each address. */
export interface HashLine {
  /** Runs `work` when its turn has come. `null` without running: too many wait, in all or of this address. */
  run<T>(address: string, work: () => Promise<T>): Promise<T | null>
}

export interface HashLineBounds {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfAddress: number
}

/** Addresses take turns, so that one with a long line keeps no other waiting. */
export function createHashLine({ atOnce, waiting, waitingOfAddress }: HashLineBounds): HashLine {
  // In the order of their next turn; an address without a line is not kept.
  const lines = new Map<string, (() => void)[]>()
  let inLine = 0
  let running = 0

  const next = (): (() => void) | undefined => {
    const [first] = lines
    if (first === undefined) return undefined
    const [address, line] = first
    const start = line.shift()
    inLine--
    lines.delete(address)
    if (line.length > 0) lines.set(address, line)
    return start
  }
  const wait = (address: string): Promise<void> | null => {
    const line = lines.get(address) ?? []
    if (inLine >= waiting || line.length >= waitingOfAddress) return null
    lines.set(address, line)
    inLine++
    return new Promise((resolve) => line.push(resolve))
  }
  return {
    async run(address, work) {
      if (running >= atOnce) {
        const turn = wait(address)
        if (turn === null) return null
        await turn
      } else running++
      try {
        return await work()
      } finally {
        // The turn is handed on, not given back: `running` stays as it is.
        const start = next()
        if (start === undefined) running--
        else start()
      }
    },
  }
}
