export type { Entrance, Entry } from './entry.ts'
