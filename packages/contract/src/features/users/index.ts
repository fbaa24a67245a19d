export {
  ADMIN_NAME,
  accountPath,
  expiryDateSchema,
  type User,
  type UserAdd,
  type UserFields,
  type UserSave,
  userAddSchema,
  userListPath,
  userListSchema,
  userNameSchema,
  userRemovalSchema,
  userSaveSchema,
  usersAccess,
} from './users.http.ts'
export {
  defaultPermission,
  INACTIVE_DAYS,
  isDeletable,
  isInactive,
  isOffered,
  managesAdministrators,
} from './users.rules.ts'
