// Rules that the form and the server share.
import type { ResolvedOptions } from '../../variants/index.ts'
import { ADMIN_NAME, type User } from './users.http.ts'

type Site = Pick<ResolvedOptions, 'p2p' | 'showAdministrators'>

/** Days without a login after which the strict deployment calls a user invalid (VAR-10, VAR-13). */
export const INACTIVE_DAYS = 180

/** The retention limit that the form of the strict deployment gives every user (VAR-09). */
export const STRICT_RETENTION_DAYS = 30

/** Groups that the form offers at a time; typing finds the others (USR-41, USR-42). */
export const GROUP_OPTIONS_MAX = 20

/**
 * Whether a caller sees, makes, changes and deletes accounts of permission 0: the one named `admin`, or anyone of that permission where
 * the site says so (USR-33 … USR-37).
 */
export function managesAdministrators(
  caller: { readonly name: string },
  site: Pick<Site, 'showAdministrators'>,
): boolean {
  return caller.name === ADMIN_NAME || site.showAdministrators
}

/** USR-32, VAR-15. */
export function defaultPermission(site: Pick<Site, 'p2p'>): number {
  return site.p2p ? 1 : 2
}

/** Whether the form offers a permission (USR-36, VAR-14). */
export function isOffered(permission: number, caller: { readonly name: string }, site: Site): boolean {
  return permission > 0 || (managesAdministrators(caller, site) && !site.p2p)
}

/** USR-31, VAR-16. */
export function isDeletable(user: Pick<User, 'name'>, site: Pick<Site, 'p2p'>): boolean {
  return user.name !== ADMIN_NAME && !site.p2p
}

/** VAR-10, VAR-13: the user's last login is too long ago. An account that never logged in counts from its last change. */
export function isInactive({ logintime, updatetime }: Pick<User, 'logintime' | 'updatetime'>, nowS: number): boolean {
  return (logintime || updatetime) < nowS - INACTIVE_DAYS * 86_400
}
