import { errorTexts } from '../errors/errors.en.ts'
import { en as consoleTexts } from '../index.ts'

/** English: the texts of the console and those of the errors. */
export const en = { ...consoleTexts, ...errorTexts } as const
