/** The names under which this browser remembers things (ENT-094 … ENT-105). */
export const storageKeys = {
  userName: 'UserName',
  serverIp: 'ServerIp',
  serverPort: 'ServerPort',
  autoLogin: 'AutoLogin',
  passwordHash: 'Sha256Pass',
  /** Nothing of ours writes it (LOGIN-55). */
  plainPassword: 'Password',
  themeName: 'themeName',
  lengthUnit: 'lengthUnit',
  eventNotify: 'eventNotify',
  language: 'language',
  dashboardColumns: 'dashboardColumns',
  deviceFilters: 'deviceFilters',
} as const

/** Texts by name. A browser that refuses storage (private mode, full) behaves like one that forgets. */
export interface TextStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** Keeps texts for the lifetime of the object: tests, and browsers without storage. */
export function memoryStore(initial: Readonly<Record<string, string>> = {}): TextStore {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** The browser's own storage, or memory where it is refused. */
export function browserStore(): TextStore {
  try {
    const { localStorage } = window
    localStorage.getItem(storageKeys.themeName)
    return {
      get: (key) => localStorage.getItem(key),
      set(key, value) {
        try {
          localStorage.setItem(key, value)
        } catch {
          // Quota or policy: the choice holds until the page is left, which is all that can be offered.
        }
      },
      remove: (key) => localStorage.removeItem(key),
    }
  } catch {
    return memoryStore()
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
