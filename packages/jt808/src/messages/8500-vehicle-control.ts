import { Malformed } from '@fleetglass/bytes'
import { defineMessage, readMany } from '../message.ts'

/** What the vehicle shall do: bits to 2013, a list in 2019. */
export type VehicleControl =
  | {
      /** Bit 0: 1 lock the doors, 0 unlock them. */
      readonly flags: number
    }
  | { readonly controls: readonly DoorControl[] }

/** The one control that the standard names. */
export interface DoorControl {
  readonly id: typeof DOORS
  /** 0 unlock, 1 lock. */
  readonly value: number
}

const DOORS = 0x0001

/** 0x8500, down: control the vehicle. JT/T 808-2013, 8.33; -2019 makes it a list. */
export const vehicleControl = defineMessage({
  id: 0x8500,
  name: 'vehicleControl',
  decode(reader, version): VehicleControl {
    // One byte cannot be a list: the older form behind a 2019 header.
    if (version !== '2019' || reader.remaining === 1) return { flags: reader.u8() }
    const controls = readMany(reader.u16(), (): DoorControl => {
      const id = reader.u16()
      if (id !== DOORS) throw new Malformed(reader.offset - 2, `the length of control ${id} is not known`)
      return { id, value: reader.u8() }
    })
    return { controls }
  },
  encode(writer, body) {
    if ('flags' in body) {
      writer.u8(body.flags)
      return
    }
    writer.u16(body.controls.length)
    for (const { id, value } of body.controls) writer.u16(id).u8(value)
  },
})
