import { defineMessage } from '../message.ts'

/** How an upgrade ended. */
export interface UpgradeResult {
  /** 0 terminal, 12 IC card reader, 52 GNSS; Guangdong 0x64 to 0x67. */
  readonly kind: number
  /** 0 done, 1 failed, 2 cancelled. */
  readonly result: number
}

/** 0x0108, up: after 0x8108 or an upgrade over the air. JT/T 808-2013, 8.17. */
export const upgradeResult = defineMessage({
  id: 0x0108,
  name: 'upgradeResult',
  decode: (reader): UpgradeResult => ({
    kind: reader.u8(),
    result: reader.u8(),
  }),
  encode(writer, body) {
    writer.u8(body.kind).u8(body.result)
  },
})
