// Talks between nodes: both sides. Sound beyond the bound is left out.
import { type Bus, openSession, serveSessions } from '../../platform/bus/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import { deviceSubject } from '../device-subject.ts'
import { reportBusy } from './direct-talk.ts'
import type { TalkFailure, TalkListener, TalkPort, TalkSession, TalkSessions } from './talk.types.ts'
import { deviceSoundCodec, talkOrderCodec, talkStateCodec } from './talk-codecs.ts'

/** Of one direction on its way: some seconds of speech. */
export const MAX_TALK_IN_FLIGHT_BYTES = 64 * 1024

/** 40 ms of the operator are 160 bytes; this is no frame of ours. */
const MAX_SPOKEN_BYTES = 4 * 1024

export interface BusTalkDeps {
  readonly bus: Bus
  readonly clock: Clock
}

export function createBusTalk(deps: BusTalkDeps): TalkPort {
  return {
    open({ deviceId, channel, kind, speaker }, listener) {
      let hasEnded = false
      const end = (reason: TalkFailure, detail: string): void => {
        peer.close()
        if (hasEnded) return
        hasEnded = true
        listener.state({ kind: 'ended', reason, detail })
      }
      const session = { ...deps, maxInFlightBytes: MAX_TALK_IN_FLIGHT_BYTES }
      const order = talkOrderCodec.encode({ channel, kind, speaker })
      const peer = openSession(session, deviceSubject(deviceId, 'talk'), order, {
        onData(bytes) {
          const frame = deviceSoundCodec.decode(bytes)
          if (frame.ok) listener.received(frame.value)
          else end('no-connection', frame.reason)
        },
        onControl(bytes) {
          const state = talkStateCodec.decode(bytes)
          if (!state.ok) {
            end('no-connection', state.reason)
            return
          }
          hasEnded = state.value.kind === 'ended'
          listener.state(state.value)
        },
        onDrained: () => undefined,
        onEnd(ended) {
          if (ended.kind === 'refused') end('refused', ended.reason)
          else end('offline', ended.kind === 'closed' ? 'the device went offline' : 'the device is offline')
        },
      })
      return { speak: (body) => void peer.sendData(body), close: () => peer.close() }
    },
  }
}

/** Serves talks with a device to speakers on other nodes until it is closed. */
export function serveTalks(deps: BusTalkDeps, deviceId: string, source: Pick<TalkSessions, 'open'>): { close(): void } {
  const session = { ...deps, maxInFlightBytes: MAX_TALK_IN_FLIGHT_BYTES }
  return serveSessions(session, deviceSubject(deviceId, 'talk'), (bytes, peer) => {
    const order = talkOrderCodec.decode(bytes)
    if (!order.ok) throw new Error(order.reason)
    const listener: TalkListener = {
      state(state) {
        peer.sendControl(talkStateCodec.encode(state))
        if (state.kind === 'ended') peer.close()
      },
      received: (frame) => void peer.sendData(deviceSoundCodec.encode(frame)),
    }
    const opened = source.open({ deviceId, ...order.value }, listener)
    const talk: TalkSession | null = opened === 'busy' ? null : opened
    if (talk === null) reportBusy(listener)
    return {
      onData(body) {
        if (body.length <= MAX_SPOKEN_BYTES) talk?.speak(body)
      },
      onControl: () => undefined,
      onDrained: () => undefined,
      onEnd: () => talk?.close(),
    }
  })
}
