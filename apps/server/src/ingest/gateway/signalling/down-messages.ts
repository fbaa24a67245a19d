// What the gateway adds to a command on its way out, because only the holder of the line knows it.
import type { Message } from '@fleetglass/jt808'
import { decodeSignalling, encodeSignalling, LiveDataType, type Signalling } from '@fleetglass/jt1078'

/** Where a device connects for its media: this node, at an address the device can reach. */
export interface MediaAddress {
  readonly host: string
  readonly port: number
}

/**
 * 0x9101, 0x9201 and 0x9206 with an empty host get our own address; with both ports 0 the TCP port, of files where these are
 * wanted. Others pass unchanged.
 */
export function completeDown(message: Message, media: MediaAddress & { readonly filesPort: number }): Message {
  const signalling = signallingOf(message)
  if (signalling?.name === 'uploadRequest') {
    const host = signalling.body.host || media.host
    const port = signalling.body.port || media.filesPort
    return asMessage({ name: 'uploadRequest', body: { ...signalling.body, host, port } })
  }
  if (signalling?.name !== 'liveRequest' && signalling?.name !== 'playbackRequest') return message
  const { host, tcpPort, udpPort } = signalling.body
  if (host !== '' && (tcpPort !== 0 || udpPort !== 0)) return message
  const address = {
    host: host === '' ? media.host : host,
    tcpPort: tcpPort === 0 && udpPort === 0 ? media.port : tcpPort,
  }
  return signalling.name === 'liveRequest'
    ? asMessage({ name: 'liveRequest', body: { ...signalling.body, ...address } })
    : asMessage({ name: 'playbackRequest', body: { ...signalling.body, ...address } })
}

function asMessage(signalling: Signalling): Message {
  const { messageId, body } = encodeSignalling(signalling)
  return { name: 'unknown', messageId, body: { raw: body } }
}

/** Where the live video of a channel is to be sent. */
export interface LiveLine extends MediaAddress {
  readonly channel: number
}

/** `null` for commands that do not ask for live video. */
export function askedLiveLine(message: Message): LiveLine | null {
  const signalling = signallingOf(message)
  if (signalling?.name !== 'liveRequest' || signalling.body.dataType > LiveDataType.video) return null
  const { channel, host, tcpPort, udpPort } = signalling.body
  return { channel, host, port: tcpPort || udpPort }
}

/** The channel that a command asks a new media line for; `null` for other commands. */
export function askedLine(message: Message): number | null {
  const signalling = signallingOf(message)
  return signalling?.name === 'liveRequest' || signalling?.name === 'playbackRequest' ? signalling.body.channel : null
}

function signallingOf(message: Message) {
  if (message.name !== 'unknown') return null
  const decoded = decodeSignalling(message.messageId, message.body.raw)
  return decoded?.ok ? decoded.value : null
}
