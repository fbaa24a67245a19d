import { defineStructure } from '../structure.ts'
import { readFixedText, writeFixedText } from '../text.ts'

/** What the tyres shall be like. Pressures are in the unit of `pressureUnit`. */
export interface TpmsSettings {
  /** Such as `195/65R1591V`, 12 characters. */
  readonly tyreType: string
  /** 0 kg/cm², 1 bar, 2 kPa, 3 psi. */
  readonly pressureUnit: number
  readonly pressure: number
  readonly unevenPercent: number
  readonly slowLeakPercent: number
  readonly lowPressure: number
  readonly highPressure: number
  readonly highTemperatureC: number
  /** The sensor's battery is low below this. */
  readonly batteryPercent: number
  readonly reportEveryS: number
  readonly rest: Uint8Array
}

/** Parameter 0xF366: tyre pressures. T/JSATL 12-2017, settings of its terminals. */
export const tpmsSettings = defineStructure({
  name: 'tpmsSettings',
  decode: (reader): TpmsSettings => ({
    tyreType: readFixedText(reader, 12),
    pressureUnit: reader.u16(),
    pressure: reader.u16(),
    unevenPercent: reader.u16(),
    slowLeakPercent: reader.u16(),
    lowPressure: reader.u16(),
    highPressure: reader.u16(),
    highTemperatureC: reader.u16(),
    batteryPercent: reader.u16(),
    reportEveryS: reader.u16(),
    rest: reader.rest(),
  }),
  encode(writer, settings) {
    writeFixedText(writer, settings.tyreType, 12)
    writer.u16(settings.pressureUnit).u16(settings.pressure).u16(settings.unevenPercent).u16(settings.slowLeakPercent)
    writer.u16(settings.lowPressure).u16(settings.highPressure).u16(settings.highTemperatureC)
    writer.u16(settings.batteryPercent).u16(settings.reportEveryS).bytes(settings.rest)
  },
})
