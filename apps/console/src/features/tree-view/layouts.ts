// Layouts of tiles, stored in this browser only. The stored text may be of another version or invalid:
// what cannot be read is left out, and never costs the rest.
import {
  DEFAULT_LAYOUT,
  hasSpace,
  LAYOUT_NAME_MAX,
  MAX_LAYOUTS,
  type TileLimits,
  type Wrap,
  wrapSchema,
} from '@fleetglass/contract/tree-view'
import { readJson, type TextStore } from '../../platform/storage/index.ts'

/** Why no layout was made; one that is there already is chosen instead (TREE-52). */
export type LayoutRefusal = 'empty' | 'too-many'

export interface Layouts {
  /** `default` first, the others as they were made. */
  names(): readonly string[]
  /** The one that was looked at last. */
  chosen(): string
  choose(name: string): void
  tiles(name: string): readonly Wrap[]
  keep(name: string, wraps: readonly Wrap[]): void
  /** Makes and chooses a layout; answers why not. */
  create(name: string): LayoutRefusal | null
  /** `default` is then chosen; it cannot be removed itself. */
  remove(name: string): void
}

/** Of one user of one server (TREE-24); tiles beyond the user's limit are not shown. */
export function createLayouts(
  store: TextStore,
  of: { readonly serverAddress: string; readonly userName: string; readonly limits: TileLimits },
): Layouts {
  const owner = `${part(of.serverAddress)}:${part(of.userName)}`
  const namesKey = `treeLayouts:${owner}`
  const chosenKey = `treeLayout:${owner}`
  const tilesKey = (name: string): string => `treeWraps:${owner}:${part(name)}`
  const names = (): readonly string[] => [DEFAULT_LAYOUT, ...readNames(readJson(store, namesKey))]
  return {
    names,
    chosen() {
      const stored = store.get(chosenKey) ?? DEFAULT_LAYOUT
      return names().includes(stored) ? stored : DEFAULT_LAYOUT
    },
    choose: (name) => store.set(chosenKey, name),
    tiles: (name) => readTiles(readJson(store, tilesKey(name)), of.limits),
    keep: (name, wraps) => store.set(tilesKey(name), JSON.stringify(wraps)),
    create(typed) {
      const name = typed.trim().slice(0, LAYOUT_NAME_MAX)
      if (name === '') return 'empty'
      const known = names()
      if (!known.includes(name)) {
        if (known.length >= MAX_LAYOUTS) return 'too-many'
        store.set(namesKey, JSON.stringify([...known.slice(1), name]))
      }
      store.set(chosenKey, name)
      return null
    },
    remove(name) {
      if (name === DEFAULT_LAYOUT) return
      const others = names().filter((one) => one !== DEFAULT_LAYOUT && one !== name)
      store.set(namesKey, JSON.stringify(others))
      store.remove(tilesKey(name))
      store.set(chosenKey, DEFAULT_LAYOUT)
    },
  }
}

/** The same tile, whatever object it is. */
export function keyOf({ device, type, channel }: Wrap): string {
  return `${device}/${type}/${channel}`
}

/** A colon in a name must not make the key of another one. */
function part(text: string): string {
  return text.replaceAll('%', '%25').replaceAll(':', '%3A')
}

function readNames(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const names = stored.filter(
    (name): name is string =>
      typeof name === 'string' && name !== DEFAULT_LAYOUT && name.trim() === name && /^.{1,40}$/su.test(name),
  )
  return [...new Set(names)].slice(0, MAX_LAYOUTS - 1)
}

function readTiles(stored: unknown, limits: TileLimits): readonly Wrap[] {
  if (!Array.isArray(stored)) return []
  const wraps: Wrap[] = []
  const seen = new Set<string>()
  for (const one of stored) {
    const read = wrapSchema.safeParse(one)
    if (!read.success || seen.has(keyOf(read.data)) || !hasSpace(wraps, read.data.type, limits)) continue
    seen.add(keyOf(read.data))
    wraps.push(read.data)
  }
  return wraps
}
