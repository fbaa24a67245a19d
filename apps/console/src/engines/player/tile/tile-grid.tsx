import type { CSSProperties, ReactNode } from 'react'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import './tile-grid.css'

/**
 * Tiles of 16 by 9, all of one size, as large as the place allows; the place itself never changes with them. On a phone
 * they stand below each other and the page scrolls.
 */
export function TileGrid(props: { readonly tiles: number; readonly children: ReactNode }) {
  const mobile = useIsMobile()
  const columns = gridColumns(props.tiles, mobile)
  const style = { '--columns': columns, '--rows': Math.ceil(props.tiles / columns) } as CSSProperties
  return (
    <div className={mobile ? 'tile-place tile-place-flowing' : 'tile-place'}>
      <div className="tile-grid" style={style}>
        {props.children}
      </div>
    </div>
  )
}

/** How many tiles stand beside each other. */
export function gridColumns(tiles: number, mobile: boolean): number {
  if (mobile || tiles <= 1) return 1
  if (tiles <= 4) return 2
  return tiles <= 9 ? 3 : 4
}
