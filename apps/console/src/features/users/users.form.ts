import { isPasswordAllowed, USERS_MAX } from '@fleetglass/contract/session'
import {
  defaultPermission,
  RETENTION_MAX,
  STRICT_RETENTION_DAYS,
  type User,
  type UserAdd,
  type UserSave,
  userFieldsSchema,
  userNameSchema,
} from '@fleetglass/contract/users'
import { z } from 'zod'
import type { SiteConfig } from '../../platform/config/index.ts'
import { sha256Hex } from '../../platform/sha256/index.ts'

export type UsersSite = Pick<SiteConfig, 'p2p' | 'strictPassword' | 'externalSetting' | 'showAdministrators'>

/** What is typed for a user, under the names of the wire, so that a refusal finds its field. */
export interface UserForm {
  readonly editingName: string
  /** Of a user who is there: whether the password is to be another one. */
  readonly editingChangingPassword: boolean
  readonly editingPW: string
  readonly repeat: string
  readonly editingGroupid: string
  readonly editingPermission: number
  readonly expirydate: string
  readonly rdbretention: string
  readonly mail1: string
  readonly phone: string
  readonly maplocation: string
  readonly memo: string
  readonly extuser: string
  readonly extpass: string
  /** Of users who change how they themselves log in. */
  readonly currentPassword: string
  readonly currentCode: string
}

/** What the form begins with: `user` is null for a new one (USR-13, USR-15). */
export function formOf(user: User | null, site: UsersSite): UserForm {
  const passwords = {
    editingChangingPassword: false,
    editingPW: '',
    repeat: '',
    extpass: '',
    currentPassword: '',
    currentCode: '',
  }
  const retention = site.strictPassword ? STRICT_RETENTION_DAYS : (user?.rdbretention ?? 0)
  return {
    ...passwords,
    editingName: user?.name ?? '',
    editingGroupid: user?.groupid ?? '',
    editingPermission: user?.permission ?? defaultPermission(site),
    expirydate: user?.expirydate ?? '',
    rdbretention: String(retention),
    mail1: user?.mail1 ?? '',
    phone: user?.phone ?? '',
    maplocation: user?.maplocation ?? '',
    memo: user?.memo ?? '',
    extuser: user?.extuser ?? '',
  }
}

/** Whether somebody else could log in as this user afterwards. */
export function changesLogin(user: User, { editingChangingPassword, extuser, extpass }: UserForm): boolean {
  return editingChangingPassword || extpass !== '' || extuser !== user.extuser
}

/** What may be sent (USR-17 to USR-27). The messages are for nobody: each field has words of its own. */
export function userFormSchema(
  user: User | null,
  users: readonly Pick<User, 'name'>[],
  site: UsersSite,
  ownName: string,
): z.ZodType<UserForm, UserForm> {
  const fields = userFieldsSchema.shape
  const names = new Set(users.map(({ name }) => name))
  return z
    .object({
      ...fields,
      editingName: user === null ? userNameSchema.refine((name) => !names.has(name), TAKEN) : z.string(),
      editingChangingPassword: z.boolean(),
      editingPW: z.string(),
      repeat: z.string(),
      rdbretention: z
        .string()
        .trim()
        .regex(/^\d{1,5}$/)
        .refine((days) => Number(days) <= RETENTION_MAX),
      extpass: z.string(),
      currentPassword: z.string(),
      currentCode: z.string(),
    })
    .superRefine((typed, context) => {
      const fault = (name: keyof UserForm): void => context.addIssue({ code: 'custom', path: [name], message: name })
      const { editingName, editingPW, repeat, extuser, extpass } = typed
      if (user === null || typed.editingChangingPassword) {
        if (!isPasswordAllowed(editingPW, editingName, site.strictPassword)) fault('editingPW')
        if (repeat !== editingPW) fault('repeat')
      }
      if (extuser !== '' && extpass === '' && (user?.extuser ?? '') === '') fault('extpass')
      if (user?.name === ownName && changesLogin(user, typed) && typed.currentPassword === '') fault('currentPassword')
      if (user === null && users.length >= USERS_MAX) context.addIssue({ code: 'custom', path: [], message: 'full' })
    })
}

/** The fault of a name that another user has. */
export const TAKEN = 'taken'

/** The new user, as it is sent. */
export function userAddOf(typed: UserForm, site: UsersSite): UserAdd {
  const { editingGroupid, ...fields } = fieldsOf(typed, site)
  return {
    ...fields,
    editingGroupid: editingGroupid ?? '',
    editingName: typed.editingName,
    editingPW: sha256Hex(typed.editingPW),
  }
}

/** What differs from the stored user, so that what somebody else changes meanwhile stays. */
export function userSaveOf(user: User, typed: UserForm, site: UsersSite): UserSave {
  const stored: Readonly<Record<string, unknown>> = {
    ...user,
    editingPermission: user.permission,
    editingGroupid: user.groupid,
  }
  const changed = Object.entries(fieldsOf(typed, site)).filter(([name, value]) => stored[name] !== value)
  return {
    ...Object.fromEntries(changed),
    editingName: user.name,
    ...(typed.editingChangingPassword && { editingChangingPassword: true, editingPW: sha256Hex(typed.editingPW) }),
    ...(typed.currentPassword !== '' && { currentPassword: sha256Hex(typed.currentPassword) }),
    ...(typed.currentCode !== '' && { currentCode: typed.currentCode }),
  }
}

function fieldsOf(typed: UserForm, site: UsersSite): Partial<UserAdd> {
  const { editingPermission, editingGroupid, expirydate, maplocation, mail1, phone, memo, extuser, extpass } = typed
  return {
    editingPermission,
    editingGroupid,
    // VAR-08: the server sets it there.
    ...(!site.strictPassword && { expirydate }),
    rdbretention: Number(typed.rdbretention),
    maplocation,
    mail1,
    phone,
    memo,
    ...(site.externalSetting && { extuser, ...(extpass !== '' && { extpass: sha256Hex(extpass) }) }),
  }
}
