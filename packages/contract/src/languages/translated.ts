/** The texts of one English file in another language: the same keys. */
export type Translated<English> = { readonly [Key in keyof English]?: string }
