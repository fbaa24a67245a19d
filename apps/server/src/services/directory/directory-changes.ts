import type { DeviceGroup, RegisteredDevice } from './devices/registry.types.ts'

/** What changed in the directory. A change is published after it is on disk. */
export type DirectoryChange = DeviceChange | GroupChange | AccountChange | PermissionChange | RightsChange

/** `device` is the device after the change; a removed one as it was. */
export interface DeviceChange {
  readonly of: 'device'
  readonly kind: 'added' | 'edited' | 'removed'
  readonly device: RegisteredDevice
}

export interface GroupChange {
  readonly of: 'group'
  readonly kind: 'added' | 'moved' | 'renamed' | 'removed'
  /** After the change; a removed one as it was. */
  readonly group: DeviceGroup
}

/** `logged-out`: one of the account's sessions has ended. */
export interface AccountChange {
  readonly of: 'account'
  readonly kind: 'added' | 'edited' | 'removed' | 'logged-out'
  readonly accountId: number
}

/** A permission group has other flags. `accountIds`: the accounts that have it. */
export interface PermissionChange {
  readonly of: 'permission'
  readonly kind: 'edited'
  readonly permission: number
  readonly accountIds: readonly number[]
}

/** Rights of any account may have changed beside the servers: what is cached of them is read again. */
export interface RightsChange {
  readonly of: 'rights'
  readonly kind: 'read-again'
}

/**
 * The order in which subscribers receive a change: indexes that others read, then whatever checks access again, then
 * everything that keeps state of devices. A viewer of a removed device is closed because of the removal, and not because the
 * device went offline.
 */
const STAGES = ['index', 'access', 'state'] as const
export type ChangeStage = (typeof STAGES)[number]

type Listener = (changes: readonly DirectoryChange[]) => void

/** The one place where changes of devices, groups, accounts and permissions are published in this process. */
export interface DirectoryChanges {
  /** `changes` were committed together; every subscriber is called once with all of them, before `publish` returns. */
  publish(changes: readonly DirectoryChange[]): void
  subscribe(stage: ChangeStage, listener: Listener): { close(): void }
}

/** `onError` receives what a subscriber threw; the others have the change all the same. */
export function createDirectoryChanges(onError: (error: unknown) => void = rethrow): DirectoryChanges {
  const listeners = { index: new Set<Listener>(), access: new Set<Listener>(), state: new Set<Listener>() }
  const deliver = (listener: Listener, changes: readonly DirectoryChange[]): void => {
    try {
      listener(changes)
    } catch (error) {
      onError(error)
    }
  }
  return {
    publish(changes) {
      for (const stage of STAGES) for (const listener of listeners[stage]) deliver(listener, changes)
    },
    subscribe(stage, listener) {
      // A closure of its own, so that one function subscribed twice is called twice and closed once.
      const notify: Listener = (changes) => listener(changes)
      listeners[stage].add(notify)
      return { close: () => listeners[stage].delete(notify) }
    },
  }
}

function rethrow(error: unknown): never {
  throw error
}
