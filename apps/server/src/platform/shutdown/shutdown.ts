import type { Log } from '../log/index.ts'

/** Ends what was started, last first. */
export interface Shutdown {
  add(name: string, close: () => Promise<void> | void): void
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
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
