export {
  type AccountEdit,
  type AccountStore,
  createAccountStore,
  type StoredAccount,
} from './accounts/account.store.ts'
export type { Account } from './accounts/account.ts'
export type { Accounts } from './accounts/accounts.ts'
export { earliestMs, visibleStartS } from './accounts/retention-limit.ts'
export { createDeviceCodes } from './devices/device-codes.ts'
export type { DeviceCodes } from './devices/device-codes.types.ts'
export { createRegistry, type Registry, recordingDefaults } from './devices/registry.ts'
export type {
  DeviceRegistry,
  DriverTerm,
  RegisteredDevice,
  RegistryChange,
  Settings,
} from './devices/registry.types.ts'
export { createDirectory, type Directory } from './directory.ts'
export { createDirectoryChanges, type DirectoryChange, type DirectoryChanges } from './directory-changes.ts'
export { createGroupChanges, type GroupChanges } from './groups/group-changes.ts'
export { createGroups, type Groups } from './groups/groups.ts'
export type { PermissionRefusal } from './permissions/permission.store.ts'
export type { Permissions } from './permissions/permissions.ts'
export { createVisibility, type Visibility } from './permissions/visibility.ts'
