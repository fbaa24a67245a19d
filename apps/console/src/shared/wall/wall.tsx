import type { CSSProperties, ReactNode, Ref } from 'react'
import type { GridShape, useFullScreenGrid } from './full-screen-grid.ts'
import './wall.css'

/** Tiles (`li`) in twelve columns, or in the cells of the whole screen. Those without a tile are dark. */
export function Wall(props: {
  readonly place: Ref<HTMLDivElement>
  readonly screen: ReturnType<typeof useFullScreenGrid>
  readonly shape: GridShape
  readonly label: string
  readonly tiles: number
  /** The tiles fill the place, as they fill the screen; left out: they are as high as their pictures. */
  readonly fills?: boolean
  readonly children: ReactNode
}) {
  const { screen, shape, tiles } = props
  const { full } = screen
  const fills = props.fills === true && !full
  return (
    <div
      ref={props.place}
      className="wall-place"
      onDoubleClickCapture={(event) => {
        if (!full) return
        // Within the full screen of all, a double-click is no wish for that of one tile (TREE-51).
        event.stopPropagation()
        screen.leave()
      }}
    >
      <ul
        className={full ? 'wall wall-full' : fills ? 'wall wall-fills' : 'wall'}
        style={full ? screen.styleOf(shape) : fills ? fillingStyle(shape, tiles) : undefined}
        aria-label={props.label}
      >
        {props.children}
        {full
          ? Array.from({ length: Math.max(0, shape.cells - tiles) }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a dark cell has nothing but its place
              <li key={`dark-${index}`} className="wall-empty" aria-hidden="true" />
            ))
          : null}
      </ul>
    </div>
  )
}

/** Cells of one size for all tiles, without a row that none of them is in. */
function fillingStyle({ columns }: GridShape, tiles: number): CSSProperties {
  return {
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${Math.ceil(tiles / columns)}, minmax(0, 1fr))`,
  }
}
