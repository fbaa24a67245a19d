/** What the devices of one family have beyond the standards. One file a family. */
export interface DeviceFamily {
  /** As the configuration names it. */
  readonly name: string
  /** Makers and models, as devices report them in 0x0100 and 0x0107, that are of this family. */
  readonly models: readonly { readonly maker: string; readonly model: string }[]
  /** Word of 0x8105 that formats the card; `null` where none is known. The standards have none. */
  readonly formatCard: number | null
}
