import { loadPageTexts, startTexts } from './texts.ts'

/** The English texts of every page, for tests that draw a part of one. */
export async function startAllTexts(...words: Parameters<typeof startTexts>): Promise<void> {
  await startTexts(...words)
  await loadPageTexts()
}
