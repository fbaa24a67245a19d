import { EVENT_SNAPSHOT_CHANNELS, maskChannels, type StoredEvent } from '@fleetglass/contract/events'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './event-pages.module.css'
import { CheckCell, EventMemoCell, PlayLink } from './list/event-cells.tsx'
import { EventName, useEventTexts } from './list/event-columns.tsx'
import { type EventChanges, useMediaAddresses } from './list/event-list.queries.ts'
import { FootageLinks, SnapshotLinks } from './list/media-links.tsx'

const CARD_PX = 240
const GAP_PX = 12
/** A card with one line of each kind; what it really has is measured when it is drawn. */
const HEIGHT_PX = 330

/** EVT-07, EVT-15: events as cards with their first picture. Only cards in sight exist, so ten thousand scroll like ten. */
export function EventAlbum(props: { readonly events: readonly StoredEvent[]; readonly changes: EventChanges }) {
  const { events, changes } = props
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box)
  const cards = useVirtualizer({
    count: events.length,
    lanes: columns,
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT_PX,
    getItemKey: (index) => events[index]?.serialno ?? index,
    gap: GAP_PX,
    overscan: 2 * columns,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: cards of another width have another height
  useEffect(() => cards.measure(), [columns])
  const width = `(100% - ${(columns - 1) * GAP_PX}px) / ${columns}`
  return (
    <div className={styles.album} ref={box}>
      <ul style={{ height: cards.getTotalSize() }}>
        {cards.getVirtualItems().map(({ key, index, lane, start }) => (
          <li
            key={key}
            ref={cards.measureElement}
            data-index={index}
            aria-setsize={events.length}
            aria-posinset={index + 1}
            style={{
              width: `calc(${width})`,
              insetInlineStart: `calc((${width} + ${GAP_PX}px) * ${lane})`,
              transform: `translateY(${start}px)`,
            }}
          >
            <Card event={changes.latest(events[index] as StoredEvent)} changes={changes} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How many cards fit beside each other. */
function useColumns(box: { readonly current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(1)
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const count = (): void => setColumns(Math.max(1, Math.floor((element.clientWidth + GAP_PX) / (CARD_PX + GAP_PX))))
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return columns
}

function Card({ event, changes }: { readonly event: StoredEvent; readonly changes: EventChanges }) {
  const t = useText()
  const texts = useEventTexts()
  const { snapshot } = useMediaAddresses()
  const [channel] = maskChannels(event.snap, EVENT_SNAPSHOT_CHANNELS)
  return (
    <div className={styles.card}>
      {channel === undefined ? (
        <span className={styles.noPicture}>
          <Icon name="camera" size={28} />
        </span>
      ) : (
        <img src={snapshot(event, channel)} alt={t('eventList.snapshotOf', { channel })} />
      )}
      <strong>
        <EventName event={event} name={texts.name(event)} />
      </strong>
      <span dir="auto">{event.deviceid}</span>
      <span className="muted">{localTimeText(event.eventtimeutc)}</span>
      <span className={styles.links}>
        <PlayLink event={event} />
        <FootageLinks event={event} />
        <SnapshotLinks event={event} />
      </span>
      <CheckCell event={event} changes={changes} />
      <EventMemoCell event={event} changes={changes} />
    </div>
  )
}
