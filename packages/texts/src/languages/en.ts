import { errorTexts } from '../errors/errors.en.ts'
import { firstTexts } from '../first/index.ts'
import { pageTexts } from '../of-pages/index.ts'

/** English: the texts of the console and those of the errors. */
export const en = { ...firstTexts, ...pageTexts, ...errorTexts } as const
