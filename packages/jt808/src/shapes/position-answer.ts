import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { type Position, readPosition, writePosition } from '../messages/0200-position.ts'

/** A position that answers a message. */
export interface PositionAnswer {
  readonly answeredSerial: number
  readonly position: Position
}

export function readPositionAnswer(reader: ByteReader): PositionAnswer {
  return { answeredSerial: reader.u16(), position: readPosition(reader) }
}

export function writePositionAnswer(writer: ByteWriter, body: PositionAnswer): void {
  writePosition(writer.u16(body.answeredSerial), body.position)
}
