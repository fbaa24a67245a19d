import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { readMany } from '../message.ts'

/** Which packets of a message that was cut are missing. */
export interface PacketRequest {
  /** Serial of the first packet of the message. */
  readonly firstSerial: number
  /** From 1. */
  readonly packetNumbers: readonly number[]
}

/** The count is one byte to 2013, two in 2019. */
export function readPacketRequest(reader: ByteReader, version: Version): PacketRequest {
  const firstSerial = reader.u16()
  const count = version === '2019' ? reader.u16() : reader.u8()
  return { firstSerial, packetNumbers: readMany(count, () => reader.u16()) }
}

export function writePacketRequest(writer: ByteWriter, body: PacketRequest, version: Version): void {
  writer.u16(body.firstSerial)
  if (version === '2019') writer.u16(body.packetNumbers.length)
  else writer.u8(body.packetNumbers.length)
  for (const number of body.packetNumbers) writer.u16(number)
}
