// Belongs here: how often the same party may add a line to the log. Does not: what the lines say.
import type { Clock } from '../clock/index.ts'
import type { Log } from './log.ts'

type Level = 'debug' | 'info' | 'warn' | 'error'

/** A log for lines that anybody can cause by connecting or sending. */
export type LimitedLog = Readonly<Record<Level, (key: string, fields: object, text: string) => void>>

const WINDOW_MS = 60_000

/**
 * Keys that are remembered in a minute. The policy above it: further keys get no line in this minute, since an attacker
 * invents as many addresses as there are; how many lines were left out stands in the next line that is written.
 */
const MOST_KEYS = 256

/**
 * Writes one line per key, text and minute. `key`: the address that caused the line, or the device where it is known.
 * `suppressed` in a line is the number of lines that were left out before it, of all keys.
 */
export function limitLog(log: Log, clock: Pick<Clock, 'monotonicMs'>, mostKeys = MOST_KEYS): LimitedLog {
  const written = new Set<string>()
  let windowMs = Number.NEGATIVE_INFINITY
  let suppressed = 0

  function mayWrite(key: string): boolean {
    const nowMs = clock.monotonicMs()
    if (nowMs - windowMs >= WINDOW_MS) {
      windowMs = nowMs
      written.clear()
    }
    if (written.has(key) || written.size >= mostKeys) return false
    written.add(key)
    return true
  }

  const at =
    (level: Level) =>
    (key: string, fields: object, text: string): void => {
      if (!log.isLevelEnabled(level)) return
      if (!mayWrite(`${text}/${key}`)) {
        suppressed += 1
        return
      }
      log[level](suppressed > 0 ? { ...fields, suppressed } : fields, text)
      suppressed = 0
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
