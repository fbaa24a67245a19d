import type { ByteReader, ByteWriter } from '@fleetglass/bytes'

/** The answer to a message that has no answer of its own. */
export interface GeneralAnswer {
  readonly answeredSerial: number
  readonly answeredId: number
  /** 0 done, 1 failed, 2 message wrong, 3 not supported, 4 alarm confirmed (down only). */
  readonly result: number
}

export function readGeneralAnswer(reader: ByteReader): GeneralAnswer {
  return { answeredSerial: reader.u16(), answeredId: reader.u16(), result: reader.u8() }
}

export function writeGeneralAnswer(writer: ByteWriter, body: GeneralAnswer): void {
  writer.u16(body.answeredSerial).u16(body.answeredId).u8(body.result)
}
