import type { LoginCalls } from './session.calls.ts'

/**
 * Whether the user may name a server (LOGIN-13), requested once, when something first shows it. A store of its own: a query would take
 * the login page over its size.
 */
export function createServerKind(calls: Pick<LoginCalls, 'isGlobal'>) {
  const listeners = new Set<() => void>()
  let isGlobal = false
  let isAsked = false
  return {
    isGlobal: (): boolean => isGlobal,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (!isAsked) {
        isAsked = true
        void calls.isGlobal().then((answer) => {
          isGlobal = answer
          for (const each of listeners) each()
        })
      }
      return () => void listeners.delete(listener)
    },
  }
}
