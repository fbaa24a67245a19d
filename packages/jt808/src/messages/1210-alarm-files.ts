import type { ByteReader } from '@fleetglass/bytes'
import type { Version } from '../framing/header.ts'
import { defineMessage, readMany } from '../message.ts'
import {
  type AlarmSign,
  readAlarmSign,
  SIGN_BYTES,
  SIGN_ID_BYTES,
  type SignForm,
  writeAlarmSign,
} from '../shapes/alarm-sign.ts'
import { readFixedText, readShortText, writeFixedText, writeShortText } from '../text.ts'

/** The files of an alarm that will follow on this connection. */
export interface AlarmFiles {
  /** In the unreserved form that of the sign: there is no other. */
  readonly terminalId: string
  readonly sign: AlarmSign
  /** The platform's own number of the alarm, from 0x9208. */
  readonly alarmNumber: string
  /** 0 normal, 1 sent again. */
  readonly kind: number
  readonly files: readonly { readonly fileName: string; readonly byteLength: number }[]
}

const NUMBER_BYTES = 32

/**
 * 0x1210, up: first message of an attachment connection. T/JSATL 12-2017, 4.6. The Heilongjiang variant begins with the sign:
 * its layout comes from a single open implementation and was not held against a device or the text of that standard.
 */
export const alarmFiles = defineMessage({
  id: 0x1210,
  name: 'alarmFiles',
  decode(reader, version): AlarmFiles {
    const form = formOf(reader, version)
    const ownId = form === 'unreserved' ? null : readFixedText(reader, SIGN_ID_BYTES[form])
    const sign = readAlarmSign(reader, form)
    const terminalId = ownId ?? sign.terminalId
    const alarmNumber = readFixedText(reader, NUMBER_BYTES)
    const kind = reader.u8()
    const files = readMany(reader.u8(), () => ({ fileName: readShortText(reader), byteLength: reader.u32() }))
    return { terminalId, sign, alarmNumber, kind, files }
  },
  encode(writer, body) {
    const { form } = body.sign
    if (form !== 'unreserved') writeFixedText(writer, body.terminalId, SIGN_ID_BYTES[form])
    writeAlarmSign(writer, body.sign)
    writeFixedText(writer, body.alarmNumber, NUMBER_BYTES)
    writer.u8(body.kind).u8(body.files.length)
    for (const { fileName, byteLength } of body.files) {
      writeShortText(writer, fileName)
      writer.u32(byteLength)
    }
  },
})

/** The form whose list of files ends where the body ends; where none does, the header gives. */
function formOf(reader: ByteReader, version: Version): SignForm {
  const forms: readonly [SignForm, ...SignForm[]] =
    version === '2019' ? ['long', 'short', 'unreserved'] : ['short', 'long', 'unreserved']
  return forms.find((form) => endsWith(reader, form)) ?? forms[0]
}

function endsWith(reader: ByteReader, form: SignForm): boolean {
  const { bytes, offset } = reader
  const end = offset + reader.remaining
  const idBytes = form === 'unreserved' ? 0 : SIGN_ID_BYTES[form]
  let at = offset + idBytes + SIGN_BYTES[form] + NUMBER_BYTES + 2
  if (at > end) return false
  for (let left = bytes[at - 1]!; left > 0; left--) {
    if (at >= end) return false
    at += 1 + bytes[at]! + 4
  }
  return at === end
}
