import { DEVICE_BUSY } from '@fleetglass/contract/talk'
import type { TalkPort, VoiceListener, Voices } from './talk.types.ts'

export function tellBusy(listener: VoiceListener): void {
  listener.state({ kind: 'ended', reason: 'busy', detail: DEVICE_BUSY })
}

/** Talks inside one process: the listener is called with each frame as it comes. */
export function createDirectTalk(source: Pick<Voices, 'open'>): TalkPort {
  return {
    open(request, listener) {
      const voice = source.open(request, listener)
      if (voice !== 'busy') return voice
      let isClosed = false
      // After `open` has returned, as over the bus.
      queueMicrotask(() => {
        if (!isClosed) tellBusy(listener)
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
