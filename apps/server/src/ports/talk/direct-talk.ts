import { DEVICE_BUSY } from '@fleetglass/contract/talk'
import type { TalkListener, TalkPort, TalkSessions } from './talk.types.ts'

export function reportBusy(listener: TalkListener): void {
  listener.state({ kind: 'ended', reason: 'busy', detail: DEVICE_BUSY })
}

/** Talks inside one process: the listener is called with each frame as it comes. */
export function createDirectTalk(source: Pick<TalkSessions, 'open'>): TalkPort {
  return {
    open(request, listener) {
      const talk = source.open(request, listener)
      if (talk !== 'busy') return talk
      let isClosed = false
      // After `open` has returned, as over the bus.
      queueMicrotask(() => {
        if (!isClosed) reportBusy(listener)
      })
      return {
        speak: () => undefined,
        close() {
          isClosed = true
        },
      }
    },
  }
}
