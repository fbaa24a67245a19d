import type { Clock } from '../clock/index.ts'
import type { Bus, Subscription } from './bus.ts'
import { NoResponder, RequestTimeout } from './bus-errors.ts'
import { checkPattern, checkSubject } from './subject.ts'

type Receive = (bytes: Uint8Array, subject: string) => void
type Answer = (bytes: Uint8Array, subject: string) => Promise<Uint8Array>

/**
 * The bus of one machine. Messages are delivered before `publish` returns, in the order of subscription, and are not
 * copied: receivers must not change them. A receiver that throws does not keep the others from receiving.
 */
export function createInProcessBus(deps: { clock: Clock; onError: (error: unknown, subject: string) => void }): Bus {
  const receivers = createSubjects<Receive>()
  const responders = createSubjects<Answer>()
  return {
    publish(subject, bytes) {
      checkSubject(subject)
      for (const receive of receivers.matching(subject)) {
        try {
          receive(bytes, subject)
        } catch (error) {
          deps.onError(error, subject)
        }
      }
      return true
    },
    subscribe: receivers.add,
    respond: responders.add,
    async request(subject, bytes, timeoutMs) {
      checkSubject(subject)
      const [answer] = responders.matching(subject)
      if (answer === undefined) throw new NoResponder(subject)
      return within(deps.clock, timeoutMs, answer(bytes, subject), () => new RequestTimeout(subject, timeoutMs))
    },
    // Nothing is lost within a process.
    watch: () => ({ close: () => undefined }),
    async close() {
      receivers.clear()
      responders.clear()
    },
  }
}

function within<T>(clock: Clock, timeoutMs: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.after(timeoutMs, () => reject(late()))
    work.then(resolve, reject).finally(() => timer.cancel())
  })
}

/** Patterns without a wildcard, which are nearly all, are found by one look-up; the few others are tried in turn. */
function createSubjects<T>() {
  const exact = new Map<string, Set<T>>()
  const wild = new Map<string, { readonly words: readonly string[]; readonly entries: Set<T> }>()
  const entriesOf = (pattern: string): Set<T> => {
    if (!/[*>]/.test(pattern)) return getOrAdd(exact, pattern, () => new Set<T>())
    return getOrAdd(wild, pattern, () => ({ words: pattern.split('.'), entries: new Set<T>() })).entries
  }
  return {
    add(pattern: string, entry: T): Subscription {
      checkPattern(pattern)
      // Wrapped sets keep one function subscribed twice apart only by identity; callers pass fresh closures.
      entriesOf(pattern).add(entry)
      return {
        close() {
          const entries = entriesOf(pattern)
          entries.delete(entry)
          if (entries.size === 0) {
            exact.delete(pattern)
            wild.delete(pattern)
          }
        },
      }
    },
    matching(subject: string): T[] {
      const found = [...(exact.get(subject) ?? [])]
      if (wild.size === 0) return found
      const words = subject.split('.')
      for (const { words: pattern, entries } of wild.values()) if (matches(pattern, words)) found.push(...entries)
      return found
    },
    clear() {
      exact.clear()
      wild.clear()
    },
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}

function matches(pattern: readonly string[], words: readonly string[]): boolean {
  for (const [index, word] of pattern.entries()) {
    if (word === '>') return words.length > index
    if (words[index] === undefined || (word !== '*' && word !== words[index])) return false
  }
  return words.length === pattern.length
}
