import type { CSSProperties, ReactNode } from 'react'

/** Tiles of 16 by 9, all of one size, as large as the place allows; the place itself never changes with them. */
export function TileGrid(props: { readonly columns: number; readonly tiles: number; readonly children: ReactNode }) {
  const rows = Math.ceil(props.tiles / props.columns)
  const style = { '--columns': props.columns, '--rows': rows } as CSSProperties
  return (
    <div className="tile-place">
      <div className="tile-grid" style={style}>
        {props.children}
      </div>
    </div>
  )
}
