export { createRegistry, type Registry, recordingDefaults } from './registry.ts'
export type * from './registry.types.ts'
