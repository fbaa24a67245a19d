import type { AccountDirectory, Registry } from '../services/directory/index.ts'

/**
 * Who sees and may do what, changed while the server runs. Everything that is open is checked again at once: what a new
 * request would be refused is ended.
 */
export interface Directory extends Pick<Registry, 'addGroup' | 'moveGroup'> {
  /** Puts a registered device into another group. */
  moveDevice(deviceId: string, groupId: number): Promise<'moved' | 'unknown'>
  readonly accounts: AccountDirectory
}

export function createDirectory(registry: Registry, accounts: AccountDirectory): Directory {
  return {
    addGroup: (parentId, name) => registry.addGroup(parentId, name),
    moveGroup: (id, parentId) => registry.moveGroup(id, parentId),
    async moveDevice(deviceId, groupId) {
      if (!registry.groups.has(groupId)) return 'unknown'
      return (await registry.edit(deviceId, () => ({ groupId }))) === 'edited' ? 'moved' : 'unknown'
    },
    accounts,
  }
}
