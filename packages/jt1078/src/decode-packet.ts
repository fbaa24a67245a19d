import { failed, ok, type Result } from '@fleetglass/bytes'
import {
  headLength,
  isMagic,
  MAGIC_LENGTH,
  type MediaPacket,
  packetLength,
  readHead,
  type SimLength,
} from './media-packet.ts'
import { plausibilityOf, type SimKnowledge } from './sim-length.ts'

/**
 * Reads the packet at the start of `bytes` (a UDP datagram, or a buffer that holds a whole packet). Without `simLength`
 * both are tried. Where both are possible, the one is taken that `knows` prefers, then the one after which the bytes end or
 * another packet begins, then the one whose fields have usual values.
 */
export function decodeMediaPacket(
  bytes: Uint8Array,
  simLength?: SimLength,
  knows: SimKnowledge = () => 0,
): Result<MediaPacket> {
  if (bytes.length < MAGIC_LENGTH) return failed(0, `a media packet has at least 18 bytes, here are ${bytes.length}`)
  if (!isMagic(bytes, 0)) return failed(0, 'no media packet: 30 31 63 64 expected')
  if (simLength !== undefined) return decodeWith(bytes, simLength)
  const six = decodeWith(bytes, 6)
  const ten = decodeWith(bytes, 10)
  if (!six.ok) return ten.ok ? ten : six
  if (!ten.ok) return six
  const known = knows(ten.value.simRaw, ten.value.channel) - knows(six.value.simRaw, six.value.channel)
  const fitting = Number(fits(bytes, ten.value)) - Number(fits(bytes, six.value))
  return (known || fitting || plausibilityOf(ten.value) - plausibilityOf(six.value)) >= 0 ? ten : six
}

function fits(bytes: Uint8Array, packet: MediaPacket): boolean {
  const end = packetLength(packet)
  return end === bytes.length || isMagic(bytes, end)
}

function decodeWith(bytes: Uint8Array, simLength: SimLength): Result<MediaPacket> {
  const typeAt = 9 + simLength
  if (bytes.length <= typeAt) return failed(bytes.length, `the head ends after ${bytes.length} bytes`)
  const typeAndMark = bytes[typeAt]!
  const head = headLength(typeAndMark, simLength)
  if (head === 0) return failed(typeAt, `unknown data type and mark 0x${typeAndMark.toString(16).padStart(2, '0')}`)
  if (bytes.length < head) return failed(bytes.length, `the head has ${head} bytes, here are ${bytes.length}`)
  const bodyLength = (bytes[head - 2]! << 8) | bytes[head - 1]!
  if (bytes.length < head + bodyLength) {
    return failed(head, `the body has ${bodyLength} bytes, here are ${bytes.length - head}`)
  }
  const pieces = bodyLength === 0 ? [] : [bytes.subarray(head, head + bodyLength)]
  return ok(readHead(bytes, 0, simLength, bytes.subarray(8, 8 + simLength), pieces, bodyLength))
}
