import { sessionAr } from './session.ar.ts'

/** Arabic, read from right to left. */
export const ar = { ...sessionAr }
