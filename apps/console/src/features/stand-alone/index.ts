export { takeQuery } from './taken-query.ts'

/** The code of the pages, fetched when one of them is opened. */
export const loadStandAlone = async () => (await import('./stand-alone.page.tsx')).StandAlone
