import type { Message } from '@fleetglass/jt808'
import { type CodecAbilities, decodeSignalling, encodeSignalling, LiveCommand, LiveDataType } from '@fleetglass/jt1078'
import type { VoiceRequest } from '../../ports/talk/index.ts'

/** JT/T 1078 0x9101: open a line to be spoken on. The node that holds the device's connection fills in where. */
export function openVoice({ kind, channel }: VoiceRequest): Message {
  const dataType = kind === 'talk' ? LiveDataType.talk : LiveDataType.broadcast
  return wrap(
    encodeSignalling({ name: 'liveRequest', body: { host: '', tcpPort: 0, udpPort: 0, channel, dataType, stream: 0 } }),
  )
}

/** JT/T 1078 0x9102 with control 4: the video of the channel, if there is one, goes on. */
export function closeVoice(channel: number): Message {
  return wrap(
    encodeSignalling({ name: 'liveControl', body: { channel, command: LiveCommand.closeTalk, closes: 0, stream: 0 } }),
  )
}

/** JT/T 1078 0x9003: in which codec does it want to be spoken to? */
export function askAbilities(): Message {
  return wrap(encodeSignalling({ name: 'askCodecAbilities', body: {} }))
}

/** JT/T 1078 0x1003; `null` for any other answer. */
export function abilitiesOf(message: Message): CodecAbilities | null {
  if (message.name !== 'unknown') return null
  const decoded = decodeSignalling(message.messageId, message.body.raw)
  return decoded?.ok && decoded.value.name === 'codecAbilities' ? decoded.value.body : null
}

function wrap({ messageId, body }: { messageId: number; body: Uint8Array }): Message {
  return { name: 'unknown', messageId, body: { raw: body } }
}
