import { errorTexts } from '../errors/errors.texts.ts'
import { en as consoleTexts } from '../texts/index.ts'

/** English: the texts of the console and those of the errors. */
export const en = { ...consoleTexts, ...errorTexts } as const
