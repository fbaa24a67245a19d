import { z } from 'zod'
import { accessFlags, type Requirement, requirements } from '../../access/index.ts'

/** `POST`: every permission group of the site. */
export const permissionListPath = '/gkserver/permissionlist'
/** `PUT` saves flags or a name, `POST` copies a group, `DELETE` removes one. Each answers with the full list. */
export const permissionPath = '/gkserver/permission'
/** `DELETE`: the server forgets cached rights and checks everything that is open again. */
export const bufferPath = '/gkserver/buffer'

export const permissionsAccess: Requirement = requirements.permissionSettings

/** Groups up to this id are built in: they can be neither renamed nor deleted. */
export const LAST_BUILT_IN = 3
/** Of a site; the next one is refused. */
export const PERMISSION_GROUPS_MAX = 200
export const PERMISSION_NAME_MAX = 64

const id = z.int('is no id').min(0, 'is no id')

/** One character per access flag, `1` where granted. A shorter text grants nothing beyond its end. */
const access = z
  .string('is no text of 0 and 1')
  .max(accessFlags.length, `has more than ${accessFlags.length} characters`)
  .regex(/^[01]*$/, 'has characters other than 0 and 1')

export const permissionNameSchema = z
  .string('is no text')
  .trim()
  .min(1, 'is empty')
  .max(PERMISSION_NAME_MAX, `has more than ${PERMISSION_NAME_MAX} characters`)
  // A line break or a mark that turns the direction of text would change how the names beside it are read.
  .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u, 'has characters that cannot be seen')

export const permissionGroupSchema = z.object({ id, name: z.string(), access: z.string() })
export const permissionListSchema = z.array(permissionGroupSchema)
export type PermissionGroup = Readonly<z.infer<typeof permissionGroupSchema>>

const accessChangeSchema = z.object({
  id,
  access,
  /** The flags as the caller last read them: a save on top of another user's change is refused. Left out: nothing is compared. */
  was: access.optional(),
})
export type AccessChange = Readonly<z.infer<typeof accessChangeSchema>>

/** Flags of many groups, or the name of one. */
export const permissionSaveSchema = z
  .object({
    permissions: z
      .array(accessChangeSchema, 'is no list of permission groups')
      .min(1, 'names no permission group')
      .max(PERMISSION_GROUPS_MAX, `names more than ${PERMISSION_GROUPS_MAX} permission groups`)
      .refine((all) => new Set(all.map((one) => one.id)).size === all.length, 'names a permission group twice')
      .optional(),
    /** The flags that are saved, by their index, and compared with `was`; the others stay as they are. Left out: all of them. */
    rows: z
      .array(
        z
          .int()
          .min(0)
          .max(accessFlags.length - 1),
      )
      .min(1, 'names no flag')
      .optional(),
    id: id.optional(),
    name: permissionNameSchema.optional(),
  })
  .refine(
    ({ permissions, id: one, name }) => (permissions === undefined) !== (one === undefined || name === undefined),
    'has neither the flags of permission groups nor the id and name of one',
  )
export type PermissionSave = Readonly<z.infer<typeof permissionSaveSchema>>

export const permissionIdSchema = z.object({ id })

/** `name` is the user who asks; what is cached of the others is forgotten too. */
export const bufferSchema = z.object({ name: z.string().max(128), notifyGMS: z.boolean().optional() })

/** An access string of full length with `0` and `1` alone. */
export function fullLengthAccess(stored: string): string {
  return accessFlags.map((_, at) => (stored[at] === '1' ? '1' : '0')).join('')
}
