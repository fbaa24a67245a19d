import type { SettingPlace } from '../parameters/device-settings.ts'
import type { SettingName } from './setting-names.ts'

/** What the devices of one family have beyond the standards. One file a family. */
export interface DeviceFamily {
  /** As the configuration names it. */
  readonly name: string
  /** Makers and models, as devices report them in 0x0100 and 0x0107, that are of this family. */
  readonly models: readonly { readonly maker: string; readonly model: string }[]
  /** Word of 0x8105 that formats the card; `null` where none is known. The standards have none. */
  readonly formatCard: number | null
  /** Where the settings lie among its parameters. A setting that is not here is never read from, or written to, a device of the family. */
  readonly settings: Readonly<Partial<Record<SettingName, SettingPlace>>>
  /** Parameter with the comma list of the settings that a device supports; `null` where a family has none. Read only. */
  readonly settingList: number | null
  /** Resolutions of the live stream and their codes in 0x0075. */
  readonly liveSizes: Readonly<Record<string, number>>
}
