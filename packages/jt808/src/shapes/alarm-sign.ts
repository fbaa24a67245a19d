import type { ByteReader, ByteWriter } from '@fleetglass/bytes'
import { readFixedText, writeFixedText } from '../text.ts'
import { type TimeDigits, writeTime } from '../wire-time.ts'

/**
 * `short`: 7 bytes of terminal id, 16 in all (T/JSATL 12-2017). `long`: the Guangdong variant with 30 and 40, which
 * comes with 2019 headers, though not with all of them: the length decides. `unreserved`: the Heilongjiang variant, 30 and
 * 38, with nothing reserved at its end.
 */
export type SignForm = 'short' | 'long' | 'unreserved'

/** What identifies an active-safety alarm and its files. T/JSATL 12-2017, table 16. */
export interface AlarmSign {
  readonly form: SignForm
  readonly terminalId: string
  readonly time: TimeDigits
  /** Distinguishes alarms of the same second. */
  readonly sequence: number
  readonly files: number
  /** 0 in the unreserved form. */
  readonly reserved: number
}

/** Bytes of an alarm sign. */
export const SIGN_BYTES: Readonly<Record<SignForm, number>> = { short: 16, long: 40, unreserved: 38 }
/** Bytes of the terminal id in it; in 0x1210 the forms with reserved bytes have the same before it. */
export const SIGN_ID_BYTES: Readonly<Record<SignForm, number>> = { short: 7, long: 30, unreserved: 30 }

export function readAlarmSign(reader: ByteReader, form: SignForm): AlarmSign {
  return {
    form,
    terminalId: readFixedText(reader, SIGN_ID_BYTES[form]),
    time: reader.bcd(6),
    sequence: reader.u8(),
    files: reader.u8(),
    reserved: form === 'unreserved' ? 0 : form === 'short' ? reader.u8() : reader.u16(),
  }
}

export function writeAlarmSign(writer: ByteWriter, sign: AlarmSign): void {
  writeFixedText(writer, sign.terminalId, SIGN_ID_BYTES[sign.form])
  writeTime(writer, sign.time)
  writer.u8(sign.sequence).u8(sign.files)
  if (sign.form === 'short') writer.u8(sign.reserved)
  else if (sign.form === 'long') writer.u16(sign.reserved)
}
