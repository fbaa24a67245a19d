import type { Version } from '../framing/header.ts'
import { defineMessage } from '../message.ts'
import { type AlarmSign, readAlarmSign, SIGN_BYTES, type SignForm, writeAlarmSign } from '../shapes/alarm-sign.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from '../text.ts'

/** Where the files of an alarm shall go. */
export interface AlarmFilesRequest {
  /** Some devices want it ended by a 00. */
  readonly address: string
  readonly tcpPort: number
  readonly udpPort: number
  readonly sign: AlarmSign
  /** The platform's own number of the alarm, at most 32 bytes. */
  readonly alarmNumber: string
  /** 16 bytes. */
  readonly reserved: Uint8Array
}

const NUMBER_BYTES = 32
const RESERVED_BYTES = 16

/** 0x9208, down: send the files of an alarm. T/JSATL 12-2017, 4.5. */
export const alarmFilesRequest = defineMessage({
  id: 0x9208,
  name: 'alarmFilesRequest',
  decode(reader, version): AlarmFilesRequest {
    const address = readShortText(reader)
    const tcpPort = reader.u16()
    const udpPort = reader.u16()
    return {
      address,
      tcpPort,
      udpPort,
      sign: readAlarmSign(reader, formOf(reader.remaining, version)),
      alarmNumber: readFixedText(reader, NUMBER_BYTES),
      reserved: reader.take(RESERVED_BYTES),
    }
  },
  encode(writer, body) {
    writeShortText(writer, body.address)
    writeAlarmSign(writer.u16(body.tcpPort).u16(body.udpPort), body.sign)
    writeFixedText(writer, body.alarmNumber, NUMBER_BYTES)
    if (body.reserved.length !== RESERVED_BYTES) throw new RangeError('16 bytes are reserved')
    writer.bytes(body.reserved)
  },
})

/** The length decides; where it fits no form, the header does. */
function formOf(left: number, version: Version): SignForm {
  const signBytes = left - NUMBER_BYTES - RESERVED_BYTES
  if (signBytes === SIGN_BYTES.long) return 'long'
  if (signBytes === SIGN_BYTES.short) return 'short'
  if (signBytes === SIGN_BYTES.unreserved) return 'unreserved'
  return version === '2019' ? 'long' : 'short'
}
