import { FailedSheets } from './failed-sheets.ts'

const sheets = new FailedSheets(document)

/** Fetches code that is loaded on demand, with the style sheets that did not come before. Throws what the loader throws. */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  const [code] = await Promise.all([load(), sheets.fetchAgain()])
  return code
}
