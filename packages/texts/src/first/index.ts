import { sessionTexts } from '../session/session.en.ts'
import { shellTexts } from '../shell/shell.en.ts'

/** English for the login page and the shell: what the console shows before it has fetched the texts of the pages. */
export const firstTexts = {
  ...shellTexts,
  ...sessionTexts,
} as const
