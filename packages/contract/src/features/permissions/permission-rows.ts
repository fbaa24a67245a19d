import { type AccessFlag, accessFlags, parentFlag } from '../../access/index.ts'

/** A row of the permission matrix: a flag, and the flag without which it grants nothing. */
export interface PermissionRow {
  readonly flag: AccessFlag
  /** The place of the flag in the access string. */
  readonly index: number
  readonly parent: AccessFlag | null
}

/** The matrix from top to bottom: what belongs to a parent stands directly below it. */
export const permissionRows: readonly PermissionRow[] = accessFlags
  .filter((flag) => parentFlag(flag) === null)
  .flatMap((flag) => [flag, ...accessFlags.filter((other) => parentFlag(other) === flag)])
  .map((flag) => ({ flag, index: accessFlags.indexOf(flag), parent: parentFlag(flag) }))

/** The rows that open pages, which stand first. */
export const pageFlags: readonly AccessFlag[] = accessFlags.filter((flag) => flag.startsWith('P_'))
