import { define } from '../definition.ts'
import { readLocalTime, writeLocalTime } from '../wire-fields.ts'

/** Who got on and off in a span of time. */
export interface PassengerCount {
  readonly fromLocalS: number | null
  readonly toLocalS: number | null
  readonly gotOn: number
  readonly gotOff: number
}

/** 0x1005, up: passenger count. JT/T 1078-2016, 5.4.3. */
export const passengerCount = define({
  id: 0x1005,
  name: 'passengerCount',
  decode: (reader): PassengerCount => ({
    fromLocalS: readLocalTime(reader),
    toLocalS: readLocalTime(reader),
    gotOn: reader.u16(),
    gotOff: reader.u16(),
  }),
  encode: (writer, body) => {
    writeLocalTime(writer, body.fromLocalS)
    writeLocalTime(writer, body.toLocalS)
    writer.u16(body.gotOn).u16(body.gotOff)
  },
})
