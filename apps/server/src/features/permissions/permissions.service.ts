import { AppError } from '@fleetglass/contract/errors'
import { PERMISSION_GROUPS_MAX, type PermissionGroup, type PermissionSave } from '@fleetglass/contract/permissions'
import type { PermissionRefusal, Permissions } from '../../services/directory/index.ts'

/** Users that a refusal names; the others are counted. */
const NAMED_USERS = 10

/** The permission matrix. Each change returns the full list; it throws why nothing was changed. */
export interface PermissionSettings {
  list(): Promise<PermissionGroup[]>
  save(save: PermissionSave): Promise<PermissionGroup[]>
  copy(id: number): Promise<PermissionGroup[]>
  remove(id: number): Promise<PermissionGroup[]>
  readRightsAgain(): void
}

export function createPermissionSettings(permissions: Permissions): PermissionSettings {
  const listAfter = async (change: Promise<PermissionRefusal | null>): Promise<PermissionGroup[]> => {
    const refusal = await change
    if (refusal !== null) throw refusalError(refusal)
    return permissions.list()
  }
  return {
    list: () => permissions.list(),
    save: ({ permissions: changes, rows, id, name }) => {
      if (id !== undefined && name !== undefined) return listAfter(permissions.rename(id, name))
      return listAfter(permissions.saveAccess({ permissions: changes ?? [], rows }))
    },
    copy: (id) => listAfter(permissions.copy(id)),
    remove: (id) => listAfter(permissions.remove(id)),
    readRightsAgain: () => permissions.readAgain(),
  }
}

function refusalError(refusal: PermissionRefusal): AppError {
  switch (refusal.kind) {
    case 'unknown':
      return new AppError('unknown-permission', { id: refusal.id })
    case 'changed':
      return new AppError('permission-changed', { name: refusal.name })
    case 'built-in':
      return new AppError('permission-built-in', { name: refusal.name })
    case 'name-taken':
      return new AppError('permission-name-taken', { name: refusal.name })
    case 'full':
      return new AppError('too-many-permissions', { most: PERMISSION_GROUPS_MAX })
    case 'in-use': {
      const { name, users } = refusal
      const named = users.slice(0, NAMED_USERS)
      const rest = users.length > NAMED_USERS ? ['…'] : []
      const list = [...named, ...rest].join(', ')
      return new AppError('permission-in-use', { name, count: users.length, users: list })
    }
  }
}
