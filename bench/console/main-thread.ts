// Runs inside the page, before anything of it: what messages and keys cost its main thread.

export interface MainThread {
  clear(): void
  read(): {
    /** Milliseconds of each complete answer to an incremental list. */
    readonly polls: number[]
    /** Milliseconds of each message of pushed rows. */
    readonly pushes: number[]
    /** From each key to the next picture; a time below the browser's least, 16 ms, counts as 16 ms. */
    readonly keysMs: number[]
    readonly longestTaskMs: number
  }
}

declare global {
  interface Window {
    mainThread: MainThread
  }
}

/** Must stand alone: it is sent to the page as text. `withoutPushes`: the page never receives pushed rows. */
export function watchMainThread(withoutPushes: boolean): void {
  const polls: number[] = []
  const pushes: number[] = []
  const keys = new Map<number, number>()
  let typed = 0
  let longestTaskMs = 0
  let pollMs = 0
  let seenMs = 0

  const codeOf = (data: unknown): string | undefined =>
    typeof data === 'string' ? /\nM:(\w+)\n/.exec(data.slice(0, 200))?.[1] : undefined

  // Messages that wait behind one another overlap: what was counted for the one before is not counted again.
  const note = (data: unknown, startMs: number): void => {
    const endMs = performance.now()
    const ms = endMs - Math.max(startMs, seenMs)
    seenMs = endMs
    const code = codeOf(data)
    if (code === 'Q14') pushes.push(ms)
    if (code !== 'Q04') return
    pollMs += ms
    if (!String(data).endsWith('fin')) return
    polls.push(pollMs)
    pollMs = 0
  }
  // What a message causes runs in its handler, in microtasks, and in tasks that are queued before this one.
  const afterAll = (then: () => void): void => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(null)
  }
  const Plain = window.WebSocket
  window.WebSocket = class extends Plain {
    override set onmessage(handler: ((event: MessageEvent) => void) | null) {
      super.onmessage = (event) => {
        if (withoutPushes && codeOf(event.data) === 'Q14') return
        const startMs = performance.now()
        handler?.(event)
        afterAll(() => note(event.data, startMs))
      }
    }
    override get onmessage() {
      return super.onmessage as ((event: MessageEvent) => void) | null
    }
  } as typeof WebSocket

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
      const id = entry.interactionId ?? 0
      if (id > 0) keys.set(id, Math.max(keys.get(id) ?? 0, entry.duration))
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, entry.duration)
  }).observe({ type: 'longtask', buffered: true })
  addEventListener('keydown', () => typed++, { capture: true })

  window.mainThread = {
    clear() {
      polls.length = 0
      pushes.length = 0
      keys.clear()
      typed = 0
      longestTaskMs = 0
      pollMs = 0
    },
    read() {
      const short = Array<number>(Math.max(0, typed - keys.size)).fill(16)
      return { polls: [...polls], pushes: [...pushes], keysMs: [...keys.values(), ...short], longestTaskMs }
    },
  }
}
