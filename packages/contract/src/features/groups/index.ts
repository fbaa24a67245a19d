export {
  type Group,
  groupDevicesPath,
  groupDevicesRequestSchema,
  groupDevicesSchema,
  groupListSchema,
  ROOT_GROUP,
  type UserInfo,
  userGroupPath,
  userInfoPath,
  userInfoSchema,
} from './groups.http.ts'
