import { ByteWriter, concat, xor } from '@fleetglass/bytes'
import { wrapFrame } from './escape.ts'
import { encodeHeader, type Header, terminalId, type Version } from './header.ts'

/** What the frames of one message have in common. */
export interface MessageHeader {
  readonly messageId: number
  readonly version: Version
  /** Revision in a 2019 header; 1 when absent. */
  readonly protocolVersion?: number
  /** 6 bytes to 2013, 10 in 2019, as the terminal sent them. */
  readonly terminalRaw: Uint8Array
  /** Serial of the first frame; packets of one message take consecutive ones, wrapping after 65,535. */
  readonly firstSerial: number
}

/** The most body bytes a frame carries (10 bits of the attributes). */
export const LONGEST_BODY = 1023

/** One frame as it goes over the line: escaped, with checksum and delimiters. Throws when the body exceeds `LONGEST_BODY`. */
export function encodeFrame(header: Header, body: Uint8Array): Uint8Array {
  const content = concat([encodeHeader(header, body.length), body])
  return wrapFrame(new ByteWriter(content.length + 1).bytes(content).u8(xor(content)).finish())
}

/** A message as one frame, or as several packets when its body exceeds `LONGEST_BODY` (4.4.3). */
export function encodeFrames(message: MessageHeader, body: Uint8Array): Uint8Array[] {
  const total = Math.max(1, Math.ceil(body.length / LONGEST_BODY))
  const frames: Uint8Array[] = []
  for (let number = 1; number <= total; number++) {
    const part = body.subarray((number - 1) * LONGEST_BODY, number * LONGEST_BODY)
    const header: Header = {
      messageId: message.messageId,
      version: message.version,
      versionFlag: message.version === '2019',
      protocolVersion: message.version === '2019' ? (message.protocolVersion ?? 1) : 0,
      terminal: { raw: message.terminalRaw, id: terminalId(message.terminalRaw) },
      serial: (message.firstSerial + number - 1) & 0xffff,
      encryption: 0,
      reservedFlag: false,
      bodyLength: part.length,
      ...(total > 1 && { packet: { total, number } }),
    }
    frames.push(encodeFrame(header, part))
  }
  return frames
}
