export type { PageDescriptor } from './page.ts'
