import { defineMessage } from '../message.ts'

/** How far an upgrade is. */
export interface UpgradeProgress {
  /** Serial of the message that asked for the upgrade. */
  readonly answeredSerial: number
  /** As in 0x0108. */
  readonly kind: number
  /** 1 to 3 downloading, downloaded, not downloaded; 4 to 6 the same of installing; from 7 on why it cannot be. */
  readonly state: number
  readonly percent: number
  /** The maker's own. */
  readonly error: number
}

/** 0x1FC4, up: progress of an upgrade. T/GDRTA 002-2019 (Guangdong). */
export const upgradeProgress = defineMessage({
  id: 0x1fc4,
  name: 'upgradeProgress',
  decode: (reader): UpgradeProgress => ({
    answeredSerial: reader.u16(),
    kind: reader.u8(),
    state: reader.u8(),
    percent: reader.u8(),
    error: reader.u8(),
  }),
  encode(writer, body) {
    writer.u16(body.answeredSerial).u8(body.kind).u8(body.state).u8(body.percent).u8(body.error)
  },
})
