import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { AddressCredit, Addresses, useAddress, useAddressBook } from '../../../engines/addresses/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { labelOf, type Position } from '../route-draft.ts'
import styles from '../routes.module.css'
import type { RouteEditor } from '../use-route-editor.ts'

const noPositions: readonly Position[] = []

/** ROUTE-08 … ROUTE-11: the positions in order, each with its address; the order is changed by pointer and by keys. */
export function PositionList({ editor }: { readonly editor: RouteEditor }) {
  const t = useText()
  const { draft, reorder, remove } = editor
  const positions = draft?.positions ?? noPositions
  const addresses = useAddressBook()
  useEffect(() => {
    addresses?.want(positions.map(({ id, lat, lng }) => ({ deviceId: id, place: { lat, lng } })))
  }, [addresses, positions])
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const [spoken, setSpoken] = useState('')
  const list = useRef<HTMLOListElement>(null)
  /** Moved in the page, a button loses the focus: it is given back at the new place. */
  const follow = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (follow.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-position="${follow.current}"] .position-handle`)?.focus()
    follow.current = null
  })
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= positions.length || from === to) return
    reorder(from, to)
    setSpoken(t('route.moved', { from: labelOf(from), to: labelOf(to) }))
  }
  const onDragEnd = ({ active, over }: DragEndEvent): void => {
    const at = (id: unknown) => positions.findIndex((one) => one.id === id)
    if (over !== null) move(at(active.id), at(over.id))
  }
  const onKey = (event: KeyboardEvent, index: number, id: string): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    follow.current = id
    move(index, index + step)
  }
  if (positions.length === 0) return <p className="muted">{t('route.noPositions')}</p>
  return (
    <Addresses value={addresses}>
      <DndContext sensors={sensors} collisionDetection={closestCenter} accessibility={silent} onDragEnd={onDragEnd}>
        <ol className={styles.list} ref={list}>
          {positions.map((position, index) => (
            <PositionItem
              key={position.id}
              position={position}
              label={labelOf(index)}
              onKey={(event) => onKey(event, index, position.id)}
              onRemove={() => remove(position.id)}
            />
          ))}
        </ol>
      </DndContext>
      <p className="visually-hidden" id="position-move-hint">
        {t('route.moveHint')}
      </p>
      <p className="visually-hidden" role="status">
        {spoken}
      </p>
      <AddressCredit />
    </Addresses>
  )
}

function PositionItem(props: {
  readonly position: Position
  readonly label: string
  readonly onKey: (event: KeyboardEvent) => void
  readonly onRemove: () => void
}) {
  const t = useText()
  const { position, label } = props
  const { id, lat, lng } = position
  const { setNodeRef: setDropRef, isOver } = useDroppable({ id })
  const { setNodeRef: setDragRef, listeners, transform, isDragging } = useDraggable({ id })
  const address = useAddress(id)
  return (
    <li
      ref={setDropRef}
      className={styles.position}
      data-position={id}
      data-over={(isOver && !isDragging) || undefined}
      data-dragging={isDragging || undefined}
    >
      <div
        className={styles.row}
        ref={setDragRef}
        style={transform ? { transform: `translateY(${transform.y}px)` } : undefined}
      >
        <button
          type="button"
          className="icon-button position-handle"
          aria-label={t('route.move', { label })}
          aria-describedby="position-move-hint"
          title={t('route.moveHint')}
          {...listeners}
          onKeyDown={props.onKey}
        >
          <Icon name="grip" size={16} />
        </button>
        <strong className="position-label">{label}</strong>
        <span className={styles.words}>
          <span className="num">{`${lat.toFixed(6)}, ${lng.toFixed(6)}`}</span>
          {address === null ? null : (
            <span className="muted position-address" dir="auto" title={address}>
              {address}
            </span>
          )}
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={t('route.remove', { label })}
          onClick={props.onRemove}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
    </li>
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
