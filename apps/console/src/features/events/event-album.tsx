import { EVENT_SNAPSHOT_CHANNELS, maskChannels, type StoredEvent } from '@fleetglass/contract/events'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
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

/** EVT-07, EVT-15: events as cards with their first picture. Only rows in sight exist, so ten thousand scroll like ten. */
export function EventAlbum(props: { readonly events: readonly StoredEvent[]; readonly changes: EventChanges }) {
  const { events, changes } = props
  const box = useRef<HTMLDivElement>(null)
  const columns = useColumns(box)
  // What was measured belongs to the row that begins with this card.
  const getItemKey = useCallback((row: number) => events[row * columns]?.serialno ?? row, [events, columns])
  const rows = useVirtualizer({
    count: Math.ceil(events.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => HEIGHT_PX,
    getItemKey,
    gap: GAP_PX,
    overscan: 2,
  })
  const inSight = rows.getVirtualItems()
  return (
    <div className={styles.album} ref={box}>
      <ul
        style={{
          height: rows.getTotalSize(),
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          paddingBlockStart: inSight[0]?.start ?? 0,
        }}
      >
        {inSight.flatMap(({ index: row }) =>
          events.slice(row * columns, (row + 1) * columns).map((event, column) => (
            <li
              key={event.serialno}
              // The cards of a row are as high as the highest of them.
              ref={column === 0 ? rows.measureElement : undefined}
              data-index={row}
              aria-setsize={events.length}
              aria-posinset={row * columns + column + 1}
            >
              <Card event={changes.latest(event)} changes={changes} />
            </li>
          )),
        )}
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

/** An album that scrolls draws only the cards that came into sight. */
const Card = memo(DrawnCard)

function DrawnCard({ event, changes }: { readonly event: StoredEvent; readonly changes: EventChanges }) {
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
      <span className="muted" dir="auto">
        {localTimeText(event.eventtimeutc)}
      </span>
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
