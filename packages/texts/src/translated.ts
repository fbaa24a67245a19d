/** The texts of one English file in another language: the same keys, all of them. */
export type Translated<English> = { readonly [Key in keyof English]: string }
