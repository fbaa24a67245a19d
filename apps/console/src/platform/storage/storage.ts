/** The names under which this browser remembers things (ENT-094 … ENT-105). */
export const storageKeys = {
  userName: 'UserName',
  serverIp: 'ServerIp',
  serverPort: 'ServerPort',
  autoLogin: 'AutoLogin',
  passwordHash: 'Sha256Pass',
  /** Of the session whose password is remembered. */
  sessionToken: 'SessionToken',
  /** Nothing of ours writes it (LOGIN-55). */
  plainPassword: 'Password',
  themeName: 'themeName',
  lengthUnit: 'lengthUnit',
  eventNotify: 'eventNotify',
  language: 'language',
  dashboardColumns: 'dashboardColumns',
  deviceFilters: 'deviceFilters',
  permissionGroups: 'permissionGroups',
  /** Of the tab alone (`tabStore`). */
  entrance: 'entrance',
} as const

/** Texts by name. A browser that refuses storage (private mode, full) behaves like one that forgets. */
export interface TextStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Stores texts for the lifetime of the object: tests, and browsers without storage. */
export function memoryStore(initial: Readonly<Record<string, string>> = {}): TextStore {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** The browser's own storage. */
export function browserStore(): TextStore {
  return storeOf(() => window.localStorage)
}

/** What lasts as long as the tab of the browser. */
export function tabStore(): TextStore {
  return storeOf(() => window.sessionStorage)
}

/**
 * What the browser does not store (the storage is full, or access to it throws) stays until the page is left.
 */
export function storeOf(find: () => Storage): TextStore {
  const unkept = new Map<string, string>()
  const tryTo = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(find())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => unkept.get(key) ?? tryTo((storage) => storage.getItem(key), null),
    set(key, value) {
      unkept.delete(key)
      const keep = (storage: Storage): boolean => {
        storage.setItem(key, value)
        return true
      }
      if (!tryTo(keep, false)) unkept.set(key, value)
    },
    remove(key) {
      unkept.delete(key)
      tryTo((storage) => storage.removeItem(key), undefined)
    },
  }
}

/** Reads a JSON text; what cannot be read counts as absent (ENT-105). */
export function readJson(store: TextStore, key: string): unknown {
  const text = store.get(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
