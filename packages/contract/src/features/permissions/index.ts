export { type PermissionRow, pageFlags, permissionRows } from './permission-rows.ts'
export {
  type AccessChange,
  bufferPath,
  bufferSchema,
  fullLengthAccess,
  LAST_BUILT_IN,
  PERMISSION_GROUPS_MAX,
  PERMISSION_NAME_MAX,
  type PermissionGroup,
  type PermissionSave,
  permissionIdSchema,
  permissionListPath,
  permissionListSchema,
  permissionNameSchema,
  permissionPath,
  permissionSaveSchema,
  permissionsAccess,
} from './permissions.http.ts'
