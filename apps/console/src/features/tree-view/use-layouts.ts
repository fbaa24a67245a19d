import { hasSpace, type TileLimits, tileLimits, type Wrap } from '@fleetglass/contract/tree-view'
import { useCallback, useMemo, useState } from 'react'
import { useChannelState, useSession } from '../../engines/channel/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { createLayouts, keyOf, type LayoutRefusal } from './layouts.ts'

/** The layouts of the user, and the tiles of the open one. */
export function useLayouts() {
  const { store, site } = usePreferences()
  const { userName, rights } = useSession()
  const serverAddress = useChannelState((state) => ('target' in state ? state.target.host : ''))
  const { permission } = rights
  const limits = useMemo(() => tileLimits(permission, site.advancedTree), [permission, site.advancedTree])
  const layouts = useMemo(
    () => createLayouts(store, { serverAddress, userName, limits }),
    [store, serverAddress, userName, limits],
  )
  const read = useCallback(() => {
    const chosen = layouts.chosen()
    return { layouts, names: layouts.names(), chosen, wraps: layouts.tiles(chosen) }
  }, [layouts])
  const [kept, setKept] = useState(read)
  // Another user or server has other layouts.
  const shown = kept.layouts === layouts ? kept : read()
  if (shown !== kept) setKept(shown)
  const { names, chosen, wraps } = shown
  return {
    names,
    chosen,
    wraps,
    limits,
    choose(name: string): void {
      layouts.choose(name)
      setKept(read())
    },
    create(name: string): LayoutRefusal | null {
      const refusal = layouts.create(name)
      if (refusal === null) setKept(read())
      return refusal
    },
    remove(name: string): void {
      layouts.remove(name)
      setKept(read())
    },
    change(next: readonly Wrap[]): void {
      layouts.keep(chosen, next)
      setKept({ ...shown, wraps: next })
    },
  }
}

/** TREE-50: takes a tile away that is there, adds it elsewhere; null where there is no room for it. */
export function toggleTile(wraps: readonly Wrap[], wrap: Wrap, limits: TileLimits): readonly Wrap[] | null {
  const key = keyOf(wrap)
  const others = wraps.filter((one) => keyOf(one) !== key)
  if (others.length < wraps.length) return others
  return hasSpace(wraps, wrap.type, limits) ? [...wraps, wrap] : null
}

/** The tiles with one of them at another place. */
export function moveTile(wraps: readonly Wrap[], from: number, to: number): readonly Wrap[] {
  const moved = wraps[from]
  if (moved === undefined || to < 0 || to >= wraps.length || from === to) return wraps
  const others = wraps.filter((_, index) => index !== from)
  return [...others.slice(0, to), moved, ...others.slice(to)]
}
