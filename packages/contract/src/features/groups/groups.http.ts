import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { DEVICE_ID_MAX } from '../devices/index.ts'

/** A group as other users receive it. */
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

/** Characters of a name. */
export const GROUP_NAME_MAX = 64
/** Groups of a site: the console has the whole tree in memory. */
export const GROUPS_MAX = 10_000
/** Groups that one device may be in: each of them is a row of the list of links. */
export const GROUPS_OF_DEVICE_MAX = 100

/** Characters that would make a name look like another text: controls, line ends, overrides of the writing direction. */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Quotes and markup are characters like others: the console shows them as they are. */
export const groupNameSchema = z
  .string('is no text')
  .refine((name) => name.trim() !== '', 'is empty')
  .refine((name) => [...name].length <= GROUP_NAME_MAX, `has more than ${GROUP_NAME_MAX} characters`)
  .refine((name) => !unseen.test(name), 'has a control character, a line end or a change of the writing direction')
  .refine((name) => name.isWellFormed(), 'has half of a character')

const groupid = z.string('is no group id').max(20, 'is no group id')

/**
 * `GET`: the caller's group and every group below it. `POST` adds a group, `PUT` renames or moves one, `DELETE` deletes one; all three
 * answer with the whole list.
 */
export const userGroupPath = '/gkserver/usergroup'
export const groupSchema = groupRefSchema.extend({
  /** `null` for the first of the list: what lies above it does not exist for the caller. */
  parentid: z.string().nullable(),
})
export const groupListSchema = z.array(groupSchema)
export type Group = z.infer<typeof groupSchema>

/** Groups and links are changed by the administrator alone (RIGHT2-10, RIGHT2-11, RIGHT2-38). */
export const groupChangeAccess: Requirement = requirements.groupSettings

export const addGroupSchema = z.object({ parentid: groupid, newChildrenName: groupNameSchema })
/** One of the two says what is changed (API2-058). */
export const changeGroupSchema = z
  .object({ groupid, newGroupName: groupNameSchema.optional(), newParentid: groupid.optional() })
  .refine(({ newGroupName, newParentid }) => (newGroupName === undefined) !== (newParentid === undefined), {
    path: ['newGroupName'],
    message: 'is to be given without newParentid, or newParentid without it',
  })
export const deleteGroupSchema = z.object({ groupid })
export type AddGroup = z.infer<typeof addGroupSchema>
export type ChangeGroup = z.infer<typeof changeGroupSchema>

/** `GET` lists which device is in which group; `POST` adds a link, `DELETE` removes one, and both answer with the whole list. */
export const groupLinkPath = '/gkserver/groupdevice'
export const groupLinkSchema = z.object({
  groupid,
  deviceid: z.string('is no device id').max(DEVICE_ID_MAX, 'is no device id'),
})
export const groupLinksSchema = z.array(groupLinkSchema)
export type GroupLink = Readonly<z.infer<typeof groupLinkSchema>>
