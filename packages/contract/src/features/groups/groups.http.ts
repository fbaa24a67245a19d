import { z } from 'zod'

/** Id of the root group; every other group has an id that the server made up. */
export const ROOT_GROUP = 'root'

/** A group as the others are told of it. */
export const groupRefSchema = z.object({ groupid: z.string(), name: z.string() })

/** `POST`: what the caller's group holds. */
export const userInfoPath = '/gkcommon/userinfo'
export const userInfoSchema = z.object({
  /** The groups directly below the caller's own. */
  childrens: z.array(groupRefSchema),
  /** Ids of the devices that belong directly to the caller's own group. */
  devices: z.array(z.string()),
})
export type UserInfo = z.infer<typeof userInfoSchema>

/** `POST`: the ids of the devices that belong directly to a group. */
export const groupDevicesPath = '/gkcommon/groupdevicelist'
export const groupDevicesRequestSchema = z.object({ groupid: z.string() })
export const groupDevicesSchema = z.array(z.string())

/** `GET`: the caller's group and every group below it. */
export const userGroupPath = '/gkserver/usergroup'
export const groupSchema = groupRefSchema.extend({
  /** `null` for the first of the list: what lies above it does not exist for the caller. */
  parentid: z.string().nullable(),
})
export const groupListSchema = z.array(groupSchema)
export type Group = z.infer<typeof groupSchema>
