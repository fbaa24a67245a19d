export { takeQuery } from './taken-query.ts'

/** The code of the pages, fetched where one of them was asked for. */
export const loadStandAlone = async () => (await import('./stand-alone.page.tsx')).StandAlone
