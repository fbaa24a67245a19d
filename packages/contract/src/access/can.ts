import { type AccessFlag, grants } from './flags.ts'

/** What a login grants: the permission number (0 is the top administrator, a higher number may less) and the flags. */
export interface Rights {
  readonly permission: number
  readonly access: string
  /** Flags that the site has switched off for everybody: `access` grants none of them, nor does full API access. */
  readonly switchedOff?: readonly AccessFlag[]
}

/** What a call, message or page asks for. */
export type Requirement =
  /** Any account that is logged in. */
  | 'login'
  /** A permission number below this one; 1 means the top administrator only. */
  | { readonly permissionBelow: number }
  /** At least one of these flags. */
  | { readonly anyOf: readonly AccessFlag[] }
  /** Both. */
  | { readonly permissionBelow: number; readonly anyOf: readonly AccessFlag[] }

/** Decides whether an account may do something, for server and console alike. Without a login nothing is allowed. */
export function can(rights: Rights | null, requirement: Requirement): boolean {
  if (rights === null) return false
  if (requirement === 'login') return true
  if ('permissionBelow' in requirement && !(rights.permission < requirement.permissionBelow)) return false
  return !('anyOf' in requirement) || requirement.anyOf.some((flag) => grants(rights.access, flag))
}

/**
 * Whether an account may make an HTTP call or open a stream. With `F_api_full` it may make each that asks for flags alone, whatever its
 * other flags are: the account of another program needs no pages (RIGHT-017, RIGHT2-36). What the site has switched off is not there for
 * it either.
 */
export function mayCall(rights: Rights | null, requirement: Requirement): boolean {
  if (can(rights, requirement)) return true
  return (
    rights !== null &&
    requirement !== 'login' &&
    !('permissionBelow' in requirement) &&
    requirement.anyOf.some((flag) => !rights.switchedOff?.includes(flag)) &&
    grants(rights.access, 'F_api_full')
  )
}

/** Permission 0 only. */
export const administratorOnly: Requirement = { permissionBelow: 1 }
