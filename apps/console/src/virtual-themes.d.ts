declare module 'virtual:themes' {
  /** Theme name to the address of its stylesheet. */
  export const themeUrls: Readonly<Record<string, string>>
}
