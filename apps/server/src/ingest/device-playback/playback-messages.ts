// Belongs here: 0x9201 and 0x9202 as the engine says them, and what 0x1205 tells of them. Does not: when.

import { type RemoteSpeed, speedCodeOf } from '@fleetglass/contract/remote-playback'
import type { Message } from '@fleetglass/jt808'
import {
  decodeSignalling,
  encodeSignalling,
  PlaybackCommand,
  PlaybackWay,
  type RecordingEntry,
  type Signalling,
} from '@fleetglass/jt1078'
import type { PlaybackOrder } from '../../ports/device-playback/index.ts'

/** JT/T 1078 counts in GMT+8, wherever the device is (REPB-42). */
const ZONE_S = 8 * 3600

/** Which of a channel's recordings 0x9201 means. */
export const RecordedStream = { any: 0, main: 1, sub: 2 } as const

/**
 * 0x9201: sound and picture of a span of one channel. Address and ports are left empty: the node that holds the device's
 * connection fills in where its media listener can be reached.
 */
export function playbackRequest(order: PlaybackOrder, speed: RemoteSpeed, stream: number): Message {
  return asMessage({
    name: 'playbackRequest',
    body: {
      host: '',
      tcpPort: 0,
      udpPort: 0,
      channel: order.channel,
      resource: 0,
      stream,
      storage: 0,
      way: speed === 1 ? PlaybackWay.normal : PlaybackWay.fast,
      speedCode: speedCodeOf(speed),
      fromLocalS: Math.floor(order.fromMs / 1000) + ZONE_S,
      toLocalS: Math.ceil(order.toMs / 1000) + ZONE_S,
    },
  })
}

/** 0x9202: another speed. */
export function speedControl(channel: number, speed: RemoteSpeed): Message {
  const command = speed === 1 ? PlaybackCommand.start : PlaybackCommand.fast
  return control(channel, command, speedCodeOf(speed), null)
}

/** 0x9202: go on at this time. */
export function seekControl(channel: number, timeMs: number): Message {
  return control(channel, PlaybackCommand.goTo, 0, Math.floor(timeMs / 1000) + ZONE_S)
}

/** 0x9202: end. */
export function endControl(channel: number): Message {
  return control(channel, PlaybackCommand.end, 0, null)
}

/** What the device says it will play; `null` when it only agreed. */
export function answeredEntries(message: Message): readonly RecordingEntry[] | null {
  if (message.name !== 'unknown') return null
  const decoded = decodeSignalling(message.messageId, message.body.raw)
  return decoded?.ok && decoded.value.name === 'recordingList' ? decoded.value.body.entries : null
}

/** The end of the latest item, unix ms; `null` when none of them says. */
export function lastEndMs(entries: readonly RecordingEntry[]): number | null {
  const ends = entries.flatMap(({ endLocalS }) => (endLocalS === null ? [] : [(endLocalS - ZONE_S) * 1000]))
  return ends.length === 0 ? null : Math.max(...ends)
}

function control(channel: number, command: number, speedCode: number, positionLocalS: number | null): Message {
  return asMessage({ name: 'playbackControl', body: { channel, command, speedCode, positionLocalS } })
}

function asMessage(signalling: Signalling): Message {
  const { messageId, body } = encodeSignalling(signalling)
  return { name: 'unknown', messageId, body: { raw: body } }
}
