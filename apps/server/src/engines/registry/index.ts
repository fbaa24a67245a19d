export { createRegistry, type Registry } from './registry.ts'
export type * from './registry.types.ts'
