import { defineMessage } from '../message.ts'

/** Which information a driver wants. */
export interface InformationDemand {
  readonly kind: number
  /** 0 cancel, 1 subscribe. */
  readonly action: number
}

/** 0x0303, up: information of the menu of 0x8303 wanted or not any more. JT/T 808-2013, 8.29; not in 2019. */
export const informationDemand = defineMessage({
  id: 0x0303,
  name: 'informationDemand',
  decode: (reader): InformationDemand => ({
    kind: reader.u8(),
    action: reader.u8(),
  }),
  encode(writer, body) {
    writer.u8(body.kind).u8(body.action)
  },
})
