import { EVENT_SNAPSHOT_CHANNELS, maskChannels, type StoredEvent } from '@fleetglass/contract/events'
import { useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'
import { Icon } from '../../ui/index.ts'
import styles from './event-pages.module.css'
import { CheckCell, EventMemoCell, PlayLink } from './list/event-cells.tsx'
import { EventName, useEventTexts } from './list/event-columns.tsx'
import { type EventChanges, useMediaAddresses } from './list/event-list.queries.ts'
import { FootageLinks, SnapshotLinks } from './list/media-links.tsx'

/** EVT-07, EVT-15: events as cards with their first picture. Cards out of sight are not laid out. */
export function EventAlbum(props: { readonly events: readonly StoredEvent[]; readonly changes: EventChanges }) {
  const t = useText()
  const texts = useEventTexts()
  const { snapshot } = useMediaAddresses()
  return (
    <ul className={styles.album}>
      {props.events.map((one) => {
        const event = props.changes.latest(one)
        const [channel] = maskChannels(event.snap, EVENT_SNAPSHOT_CHANNELS)
        return (
          <li key={event.serialno} className={styles.card}>
            {channel === undefined ? (
              <span className={styles.noPicture}>
                <Icon name="camera" size={28} />
              </span>
            ) : (
              <img src={snapshot(event, channel)} alt={t('eventList.snapshotOf', { channel })} loading="lazy" />
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
            <CheckCell event={event} changes={props.changes} />
            <EventMemoCell event={event} changes={props.changes} />
          </li>
        )
      })}
    </ul>
  )
}
