import { defineStructure } from '../structure.ts'

/** When an object beside or behind the vehicle is too near. */
export interface BsdSettings {
  readonly behindS: number
  readonly besideBehindS: number
  readonly rest: Uint8Array
}

/** Parameter 0xF367: blind spots. T/JSATL 12-2017, settings of its terminals. */
export const bsdSettings = defineStructure({
  name: 'bsdSettings',
  decode: (reader): BsdSettings => ({ behindS: reader.u8(), besideBehindS: reader.u8(), rest: reader.rest() }),
  encode: (writer, settings) => void writer.u8(settings.behindS).u8(settings.besideBehindS).bytes(settings.rest),
})
