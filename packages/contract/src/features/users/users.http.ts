import { z } from 'zod'
import { type Requirement, requirements } from '../../access/index.ts'
import { ownProofSchema, passwordHashSchema, secret } from '../../envelope/index.ts'

/** `POST`: the users that the caller may see. */
export const userListPath = '/gkserver/userlist'
/** `POST` adds a user, `PUT` changes one, `DELETE` removes one. Each answers with the full list. */
export const accountPath = '/gkserver/account'

export const usersAccess: Requirement = requirements.userSettings

/** The account that sees and changes the others of its kind, and cannot be deleted (USR-31, USR-37). */
export const ADMIN_NAME = 'admin'

export const USER_NAME_MAX = 64
export const MEMO_MAX = 500
export const MAIL_MAX = 254
export const PHONE_MAX = 31
/** Days; what is older than a hundred years is not kept by anybody. */
export const RETENTION_MAX = 36_500

/** No control character, no line break, and no mark that turns the direction of the text beside it. */
const visible = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u
const shownText = (max: number) =>
  z
    .string('is no text')
    .trim()
    .max(max, `has more than ${max} characters`)
    .regex(visible, 'has characters that cannot be seen')

export const userNameSchema = shownText(USER_NAME_MAX).min(1, 'is empty')

/** Empty, or a day that there is. */
export const expiryDateSchema = z.string().refine((text) => text === '' || isDay(text), 'is no day, YYYY-MM-DD')

function isDay(text: string): boolean {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text)
}

/** `lat,lng` in degrees, or empty for the map centre of the server. */
const mapLocationSchema = z
  .string()
  .trim()
  .refine((text) => text === '' || isPlace(text), 'is not "latitude,longitude" in degrees')

function isPlace(text: string): boolean {
  if (!/^-?\d{1,3}(\.\d{1,10})?, ?-?\d{1,3}(\.\d{1,10})?$/.test(text)) return false
  const [lat = 91, lng = 181] = text.split(',').map(Number)
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** What a user's form has, beside name and password. */
export const userFieldsSchema = z.object({
  /** Id of a permission group. */
  editingPermission: z.int('is no permission').min(0, 'is no permission'),
  editingGroupid: z.string().min(1, 'is empty').max(32),
  expirydate: expiryDateSchema,
  /** Days back that the user may query and play; 0: without a limit. */
  rdbretention: z.int('is no number of days').min(0, 'is below 0').max(RETENTION_MAX, `is above ${RETENTION_MAX}`),
  maplocation: mapLocationSchema,
  mail1: shownText(MAIL_MAX).refine((text) => text === '' || /^[^\s@]+@[^\s@]+$/.test(text), 'is no mail address'),
  phone: shownText(PHONE_MAX).regex(/^[0-9+()\-. /#*]*$/, 'has characters that no phone number has'),
  extuser: shownText(USER_NAME_MAX),
  /** Hash of the external password; left out: it stays. */
  extpass: secret(z.union([z.literal(''), passwordHashSchema])),
  memo: shownText(MEMO_MAX),
})
export type UserFields = Readonly<z.infer<typeof userFieldsSchema>>

/** USR-20: a new user has a name, a password and a group; everything else has a default. */
export const userAddSchema = userFieldsSchema.partial().required({ editingGroupid: true }).extend({
  editingName: userNameSchema,
  editingPW: passwordHashSchema,
})
export type UserAdd = Readonly<z.infer<typeof userAddSchema>>

/** What is left out stays as it is. */
export const userSaveSchema = userFieldsSchema
  .partial()
  .extend({
    editingName: z.string().min(1, 'is empty'),
    /** API2-070: only then is the password another one. */
    editingChangingPassword: z.boolean().optional(),
    editingPW: secret(z.union([z.literal(''), passwordHashSchema])).optional(),
    /** USR-40: the user counts as active again. */
    resetLogintime: z.boolean().optional(),
    // Of callers who change their own password or external pair.
    ...ownProofSchema.shape,
  })
  .refine(({ editingChangingPassword, editingPW }) => editingChangingPassword !== true || !!editingPW, {
    path: ['editingPW'],
    message: 'is empty',
  })
export type UserSave = Readonly<z.infer<typeof userSaveSchema>>

export const userRemovalSchema = z.object({ editingName: z.string().min(1, 'is empty') })

/** A row of the list. It has no password and no hash (USR-47, USR-48). */
export const userSchema = z.object({
  name: z.string(),
  groupid: z.string(),
  permission: z.int(),
  /** `YYYY-MM-DD`, the last day of the account in the server's time; empty: it does not expire. */
  expirydate: z.string(),
  rdbretention: z.int(),
  mail1: z.string(),
  phone: z.string(),
  maplocation: z.string(),
  memo: z.string(),
  extuser: z.string(),
  /** Unix seconds; 0: never. */
  updatetime: z.int(),
  logintime: z.int(),
})
export type User = Readonly<z.infer<typeof userSchema>>
export const userListSchema = z.array(userSchema)
