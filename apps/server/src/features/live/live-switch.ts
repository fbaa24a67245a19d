import { AppError } from '@fleetglass/contract/errors'
import type { MediaSocket } from '../../services/viewers/index.ts'

interface Section {
  readonly value: { readonly disablelivestream: boolean }
  subscribe(listener: (value: { readonly disablelivestream: boolean }) => void): { close(): void }
}

/** SET-028: whether there are live streams at all. Playback and recordings go on. */
export interface LiveSwitch {
  /** `null` when live streams are off: the socket has failed with that. Else it ends with `close`, or when they are switched off. */
  admit(socket: Pick<MediaSocket, 'fail'>): { close(): void } | null
  close(): void
}

export function createLiveSwitch(section: Section): LiveSwitch {
  /** Bounded by the sockets of the listeners. */
  const open = new Set<Pick<MediaSocket, 'fail'>>()
  const refuse = (socket: Pick<MediaSocket, 'fail'>): void => socket.fail(new AppError('live-off'))
  const watch = section.subscribe(({ disablelivestream }) => {
    if (!disablelivestream) return
    for (const socket of open) refuse(socket)
    open.clear()
  })
  return {
    admit(socket) {
      if (section.value.disablelivestream) {
        refuse(socket)
        return null
      }
      open.add(socket)
      return { close: () => void open.delete(socket) }
    },
    close: () => watch.close(),
  }
}
