export type { Admission } from './admission.ts'
export { arrive } from './arrive.ts'
