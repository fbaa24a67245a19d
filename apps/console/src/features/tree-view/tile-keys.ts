/** What a key does to tiles that stand in rows: the focus goes from one to the next, and a lifted one goes along. */
export type TileStep =
  | { readonly kind: 'focus'; readonly index: number }
  | { readonly kind: 'lift' }
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'put-down' }
  | { readonly kind: 'put-back' }

/** The step of a key on the tile at `index`; null for other keys. */
export function tileStep(
  key: string,
  at: { readonly index: number; readonly count: number; readonly perRow: number; readonly rtl: boolean },
  lifted: boolean,
): TileStep | null {
  if (key === ' ' || key === 'Enter') return { kind: lifted ? 'put-down' : 'lift' }
  if (key === 'Escape') return lifted ? { kind: 'put-back' } : null
  const { index, count, perRow, rtl } = at
  const aside = rtl ? -1 : 1
  const goals: Readonly<Record<string, number>> = {
    ArrowRight: index + aside,
    ArrowLeft: index - aside,
    ArrowDown: index + perRow,
    ArrowUp: index - perRow,
    Home: 0,
    End: count - 1,
  }
  const to = Object.hasOwn(goals, key) ? goals[key] : undefined
  if (to === undefined || to < 0 || to >= count || to === index) return null
  return lifted ? { kind: 'move', to } : { kind: 'focus', index: to }
}
