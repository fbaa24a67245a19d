import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { Wrap } from '@fleetglass/contract/tree-view'
import { type CSSProperties, type KeyboardEvent, memo, useCallback } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { TileContent, useTileName } from './tile-content.tsx'

export interface TileHandle {
  /** The one that Tab reaches; arrow keys go to the others. */
  readonly isStop: boolean
  readonly lifted: boolean
  readonly onKey: (event: KeyboardEvent<HTMLElement>, index: number, name: string) => void
  readonly onFocus: (index: number) => void
  readonly onBlur: () => void
}

/** One tile of the wall, with the handle by which it is moved: dragged by pointer, lifted and moved by keys. */
export const TileItem = memo(function TileItem(props: {
  readonly wrap: Wrap
  readonly id: string
  readonly index: number
  readonly count: number
  /** Of the twelve of the page; null where each has a cell. */
  readonly columns: number | null
  readonly handle: TileHandle
  readonly onRemove: (wrap: Wrap) => void
}) {
  const t = useText()
  const { wrap, id, index, count, columns, handle, onRemove } = props
  const called = useTileName(wrap)
  const { name } = called
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id })
  const { setNodeRef: setDragRef, listeners, isDragging } = useDraggable({ id, data: { name } })
  const setRef = useCallback(
    (element: HTMLElement | null) => {
      setDropRef(element)
      setDragRef(element)
    },
    [setDropRef, setDragRef],
  )
  const style: CSSProperties | undefined = columns === null ? undefined : { gridColumn: place(columns) }
  return (
    <li
      ref={setRef}
      className="wall-tile"
      style={style}
      data-tile={id}
      data-dragging={isDragging || undefined}
      data-over={(isOver && !isDragging) || undefined}
      data-lifted={handle.lifted || undefined}
      {...listeners}
    >
      <button
        type="button"
        className="tile-handle"
        aria-label={t('tree.move', { name, place: index + 1, count })}
        aria-describedby="tile-move-hint"
        aria-pressed={handle.lifted}
        title={t('tree.moveHint')}
        tabIndex={handle.isStop ? 0 : -1}
        onKeyDown={(event) => handle.onKey(event, index, name)}
        onFocus={() => handle.onFocus(index)}
        onBlur={handle.onBlur}
      >
        <Icon name="grip" size={16} />
      </button>
      <TileContent wrap={wrap} called={called} alone={count === 1} onClose={() => onRemove(wrap)} />
    </li>
  )
})

/** A single tile is narrower than the page, and stands in its middle. */
function place(columns: number): string {
  return columns === 10 ? '2 / span 10' : `span ${columns}`
}
