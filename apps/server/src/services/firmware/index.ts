export { createFirmwareDownloads, type FirmwareDownloads } from './firmware-downloads.ts'
export { createFirmwareFilesStore } from './firmware-files.store.ts'
export { type FirmwareFolder, openFirmwareFolder } from './firmware-folder.ts'
export { createFirmwarePlansStore, type StoredPlan } from './firmware-plans.store.ts'
export { createFirmwarePlans, type FirmwarePlans } from './firmware-plans.ts'
export {
  createFirmwareRolloutsStore,
  type RolloutCount,
  type StoredRollout,
  type StoredRolloutDevice,
} from './firmware-rollouts.store.ts'
export { createFirmwareRollouts, type FirmwareRollouts } from './firmware-rollouts.ts'
export { createFirmwareStore, type FirmwareStore } from './firmware-store.ts'
export { percentOf, type StoredUpdate, statusOf } from './firmware-update.ts'
export { createFirmwareUpdatesStore } from './firmware-updates.store.ts'
export { createFirmwareUpdates, type FirmwareUpdates } from './firmware-updates.ts'
export { createFirmwareUploads, type FirmwareUploads } from './firmware-uploads.ts'
export { latestWave } from './rollout-step.ts'
