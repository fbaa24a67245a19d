import type { Log } from '../log/index.ts'

/** Ends what was started, last first. */
export interface Shutdown {
  add(name: string, close: () => Promise<void> | void): void
  /** Adds a part that was just started, and gives it back. */
  own<Part extends { close(): Promise<void> | void }>(name: string, part: Part): Part
  /** Idempotent; a part that fails to end is logged and does not keep the others from ending. */
  close(): Promise<void>
}

export function createShutdown(log: Log): Shutdown {
  const parts: { readonly name: string; readonly close: () => Promise<void> | void }[] = []
  let closing: Promise<void> | null = null

  async function closeAll(): Promise<void> {
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      try {
        await part.close()
      } catch (error) {
        log.error({ err: error, part: part.name }, 'a part did not end cleanly')
      }
    }
  }
  return {
    add(name, close) {
      parts.push({ name, close })
    },
    own(name, part) {
      parts.push({ name, close: () => part.close() })
      return part
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
