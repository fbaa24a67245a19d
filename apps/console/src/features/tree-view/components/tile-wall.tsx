import {
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { tileColumns, type Wrap } from '@fleetglass/contract/tree-view'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useIsMobile, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { gridShapeFor, type useFullScreenGrid, Wall } from '../../../shared/wall/index.ts'
import { keyOf } from '../layouts.ts'
import { tileStep } from '../tile-keys.ts'
import { moveTile } from '../use-layouts.ts'
import { HandleSensor } from './handle-sensor.ts'
import { TileItem } from './tile-item.tsx'

/** The tile that keys have lifted, and where it came from. */
interface Lift {
  readonly key: string
  readonly from: number
}

/** TREE-05, TREE-11: the tiles of a layout, in an order that pointer and keys can change. */
export function TileWall(props: {
  readonly place: RefObject<HTMLDivElement | null>
  readonly screen: ReturnType<typeof useFullScreenGrid>
  readonly layout: string
  readonly wraps: readonly Wrap[]
  readonly onChange: (wraps: readonly Wrap[]) => void
}) {
  const t = useText()
  const mobile = useIsMobile()
  const { wraps, screen, onChange } = props
  const count = wraps.length
  const shape = gridShapeFor(count)
  const fills = useSite().fillTiles && !mobile
  const inCells = screen.full || fills
  const columns = mobile ? 12 : tileColumns(count)
  const perRow = inCells ? shape.columns : Math.max(1, Math.floor(12 / columns))
  const { lift, stop, spoken, onKey, onFocus, onBlur } = useTileKeys({ ...props, perRow })
  const [dragged, setDragged] = useState<string | null>(null)
  const sensors = useSensors(useSensor(HandleSensor, { activationConstraint: { distance: 6 } }))
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setDragged(null)
    if (over === null) return
    const keys = wraps.map(keyOf)
    const next = moveTile(wraps, keys.indexOf(String(active.id)), keys.indexOf(String(over.id)))
    if (next !== wraps) onChange(next)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={silent}
      onDragStart={({ active }: DragStartEvent) => setDragged(String(active.data.current?.name ?? ''))}
      onDragEnd={onDragEnd}
      onDragCancel={() => setDragged(null)}
    >
      <Wall
        place={props.place}
        screen={screen}
        shape={shape}
        label={t('tree.wall', { name: props.layout })}
        tiles={count}
        fills={fills}
      >
        {wraps.map((wrap, index) => {
          const key = keyOf(wrap)
          const handle = { isStop: index === stop, lifted: lift?.key === key, onKey, onFocus, onBlur }
          return (
            <TileItem
              key={key}
              id={key}
              wrap={wrap}
              index={index}
              count={count}
              columns={inCells ? null : columns}
              handle={handle}
              onRemove={() => onChange(wraps.filter((one) => one !== wrap))}
            />
          )
        })}
      </Wall>
      <p className="visually-hidden" id="tile-move-hint">
        {t('tree.moveHint')}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      <DragOverlay dropAnimation={null}>
        {dragged === null ? null : <span className="tile-dragged">{dragged}</span>}
      </DragOverlay>
    </DndContext>
  )
}

/** The library's announcements for dragging do not fit here: keys have their own texts. */
const silent = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
}

/** Roving focus over the handles; a lifted tile follows the arrow keys, and a screen reader announces every step. */
function useTileKeys(of: {
  readonly place: RefObject<HTMLDivElement | null>
  readonly wraps: readonly Wrap[]
  readonly perRow: number
  readonly onChange: (wraps: readonly Wrap[]) => void
}) {
  const t = useText()
  const { wraps, perRow, onChange, place } = of
  const count = wraps.length
  const [focused, setFocused] = useState(0)
  const [lift, setLift] = useState<Lift | null>(null)
  const [spoken, setSpoken] = useState('')
  /** The tile whose handle is to have the focus when it stands at its new place: moved in the page, it loses it. */
  const follow = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (follow.current === null) return
    focusHandle(place.current, follow.current)
    follow.current = null
  })
  const move = (from: number, to: number) => {
    follow.current = keyOf(wraps[from] as Wrap)
    setFocused(to)
    onChange(moveTile(wraps, from, to))
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number, name: string) => {
    const key = keyOf(wraps[index] as Wrap)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const step = tileStep(event.key, { index, count, perRow, rtl }, lift !== null)
    if (step === null) return
    event.preventDefault()
    event.stopPropagation()
    switch (step.kind) {
      case 'focus':
        focusHandle(place.current, keyOf(wraps[step.index] as Wrap))
        return
      case 'lift':
        setLift({ key, from: index })
        setSpoken(t('tree.lifted', { name, place: index + 1, count }))
        return
      case 'move':
        move(index, step.to)
        setSpoken(t('tree.moved', { name, place: step.to + 1, count }))
        return
      case 'put-down':
        setLift(null)
        setSpoken(t('tree.putDown', { name, place: index + 1, count }))
        return
      case 'put-back':
        if (lift !== null && lift.from !== index) move(index, lift.from)
        setLift(null)
        setSpoken(t('tree.putBack', { name, place: (lift?.from ?? index) + 1 }))
    }
  }
  return {
    lift,
    spoken,
    onKey,
    stop: Math.min(focused, count - 1),
    onFocus: setFocused,
    onBlur: () => {
      if (follow.current === null) setLift(null)
    },
  }
}

function focusHandle(place: HTMLElement | null, key: string): void {
  place?.querySelector<HTMLElement>(`[data-tile="${CSS.escape(key)}"] .tile-handle`)?.focus()
}
