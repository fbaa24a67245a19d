// Belongs here: 0x9205, 0x9206 and 0x9207 as footage says them. Does not: when.
import type { Message } from '@fleetglass/jt808'
import {
  decodeSignalling,
  encodeSignalling,
  type RecordingEntry,
  type Signalling,
  type UploadRequest,
} from '@fleetglass/jt1078'

/** JT/T 1078 counts in GMT+8, wherever the device is (REPB-42). */
const ZONE_S = 8 * 3600
const MAIN = 1
/** Many devices record the main stream only. */
const MAIN_OR_SUB = 0
/** Wireless LAN, LAN and mobile network. */
const ANY_NETWORK = 0b111

export const UploadCommand = { pause: 0, resume: 1, cancel: 2 } as const

/** A span of one channel, unix ms. */
export interface UploadSpan {
  readonly channel: number
  readonly mainStream: boolean
  readonly fromMs: number
  readonly toMs: number
}

function spanOf({ channel, mainStream, fromMs, toMs }: UploadSpan) {
  return {
    channel,
    alarmBits: 0n,
    resource: 0,
    stream: mainStream ? MAIN : MAIN_OR_SUB,
    storage: 0,
    fromLocalS: Math.floor(fromMs / 1000) + ZONE_S,
    toLocalS: Math.ceil(toMs / 1000) + ZONE_S,
  }
}

export function listQuestion(span: UploadSpan): Message {
  return asMessage({ name: 'listRecordings', body: spanOf(span) })
}

/** What 0x1205 tells; `null` when it was another answer. */
export function listAnswer(message: Message): readonly RecordingEntry[] | null {
  if (message.name !== 'unknown') return null
  const decoded = decodeSignalling(message.messageId, message.body.raw)
  return decoded?.ok && decoded.value.name === 'recordingList' ? decoded.value.body.entries : null
}

/** Address and port are left empty: the node that holds the device's connection fills in where its files are taken. */
export function uploadQuestion(
  span: UploadSpan,
  account: Pick<UploadRequest, 'user' | 'password' | 'directory'>,
): Message {
  const { user, password, directory } = account
  const body = { host: '', port: 0, user, password, directory, ...spanOf(span), networkBits: ANY_NETWORK }
  return asMessage({ name: 'uploadRequest', body })
}

export function uploadOrder(requestSerial: number, command: number): Message {
  return asMessage({ name: 'uploadControl', body: { requestSerial, command } })
}

function asMessage(signalling: Signalling): Message {
  const { messageId, body } = encodeSignalling(signalling)
  return { name: 'unknown', messageId, body: { raw: body } }
}
