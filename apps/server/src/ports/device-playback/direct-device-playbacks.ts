import type { DevicePlaybacks, Playback, PlaybackReader, Playbacks } from './device-playback.types.ts'

/** Why a playback was not begun, and what follows from that. */
export function reportBusy(reader: PlaybackReader, channel: number): void {
  const detail = `busy: channel ${channel} of the device is being played back for another user`
  reader.state({ kind: 'failed', reason: 'busy', detail })
}

/** Playbacks inside one process: the reader is called with each frame as it comes. */
export function createDirectDevicePlaybacks(source: Pick<Playbacks, 'open'>): DevicePlaybacks {
  return {
    open(order, reader) {
      const playback = source.open(order, reader)
      if (playback !== null) return playback
      let isClosed = false
      // After `open` has returned, as over the bus.
      queueMicrotask(() => {
        if (!isClosed) reportBusy(reader, order.channel)
      })
      return {
        ...neverBegun,
        close() {
          isClosed = true
        },
      }
    },
  }
}

const neverBegun: Playback = {
  speed: () => undefined,
  seek: () => undefined,
  hold: () => undefined,
  close: () => undefined,
}
