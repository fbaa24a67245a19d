import type { Message } from '@fleetglass/jt808'

const LIVE = 0x9101
const LIVE_CONTROL = 0x9102

/**
 * JT/T 1078 0x9101: audio and video of one channel. Address and ports are left empty: the node that holds the device's
 * connection fills in where its media listener can be reached.
 */
export function liveRequest(channel: number, mainStream: boolean): Message {
  const AUDIO_AND_VIDEO = 0
  return unknown(LIVE, [0, 0, 0, 0, 0, channel, AUDIO_AND_VIDEO, mainStream ? 0 : 1])
}

/**
 * JT/T 1078 0x9102: end audio and video of one stream of a channel. The last byte names the stream for devices that send
 * both at once; the others do not look at it.
 */
export function liveEnd(channel: number, mainStream: boolean): Message {
  const CLOSE = 0
  const AUDIO_AND_VIDEO = 0
  return unknown(LIVE_CONTROL, [channel, CLOSE, AUDIO_AND_VIDEO, mainStream ? 0 : 1])
}

function unknown(messageId: number, body: readonly number[]): Message {
  return { name: 'unknown', messageId, body: { raw: Uint8Array.from(body) } }
}
