import type { firstTexts } from './first/index.ts'
import type { pageTexts } from './of-pages/index.ts'

/** The name of a text. A feature adds its own in `<feature>/<feature>.en.ts` and spreads them in `of-pages/index.ts`. */
export type TextKey = keyof typeof firstTexts | keyof typeof pageTexts
