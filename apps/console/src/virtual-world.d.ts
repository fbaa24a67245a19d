declare module 'virtual:world' {
  /** Where the files of the ground lie. */
  export const folder: string
  /** The names of the cells that have land. */
  export const cells: ReadonlySet<string>
  /** The world from far, at once. */
  export const coarse: import('./engines/map/base/ground-format.ts').PackedGround
  export const names: readonly {
    readonly name: string
    readonly size: number
    readonly at: readonly [number, number]
  }[]
}
