// Playbacks between nodes: the asking side.
import { type Bus, openSession, type SessionEnd } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { mediaFrameCodec } from '../live-media/index.ts'
import {
  type DevicePlaybacks,
  isLast,
  type Playback,
  type PlaybackOrder,
  type PlaybackReader,
} from './device-playback.types.ts'
import { playbackControlCodec, playbackOrderCodec, playbackStateCodec } from './device-playback-codecs.ts'

/** Of one playback on its way; what is more waits at the owning node, and the device is held up. */
export const MAX_PLAYBACK_IN_FLIGHT_BYTES = 8 * 1024 * 1024

export interface BusPlaybackDeps {
  readonly bus: Bus
  readonly clock: Clock
}

export function createBusDevicePlaybacks(deps: BusPlaybackDeps): DevicePlaybacks {
  return { open: (order, reader) => openPlayback(deps, order, reader) }
}

function openPlayback(deps: BusPlaybackDeps, order: PlaybackOrder, reader: PlaybackReader): Playback {
  let hasEnded = false
  const fail = (reason: 'offline' | 'not-sent', detail: string): void => {
    peer.close()
    hasEnded = true
    reader.state({ kind: 'failed', reason, detail })
  }
  const session = { ...deps, maxInFlightBytes: MAX_PLAYBACK_IN_FLIGHT_BYTES }
  const peer = openSession(session, deviceSubject(order.deviceId, 'playback'), playbackOrderCodec.encode(order), {
    onData(bytes) {
      const frame = mediaFrameCodec.decode(bytes)
      if (frame.ok) reader.frame(frame.value)
      else fail('not-sent', frame.reason)
    },
    onControl(bytes) {
      const state = playbackStateCodec.decode(bytes)
      if (!state.ok) {
        fail('not-sent', state.reason)
        return
      }
      hasEnded = isLast(state.value)
      reader.state(state.value)
    },
    onDrained: () => undefined,
    onEnd(end: SessionEnd) {
      // The owning node closes after the last state: then the reader knows how it ended.
      if (end.kind === 'refused') fail('not-sent', end.reason)
      else if (!hasEnded) fail('offline', 'the device is offline')
    },
  })
  return {
    speed: (speed) => peer.sendControl(playbackControlCodec.encode({ kind: 'speed', speed })),
    seek: (timeMs) => peer.sendControl(playbackControlCodec.encode({ kind: 'seek', timeMs })),
    hold: (held) => peer.sendControl(playbackControlCodec.encode({ kind: 'hold', held })),
    close: () => peer.close(),
  }
}
