export { type AddResult, createRegistry, type NewDevice, type Registry, type RegistryDeps } from './registry.ts'
export type * from './registry.types.ts'
