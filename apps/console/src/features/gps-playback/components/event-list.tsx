import { useText } from '../../../platform/texts/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'
import type { TrackEvent } from '../gps-result.ts'
import { clockText } from '../track.ts'

/** The events that stand on the map, in reach of keys; a click opens the one on the map. */
export function EventList(props: {
  readonly events: readonly TrackEvent[]
  readonly onEvent: (event: TrackEvent) => void
}) {
  const t = useText()
  if (props.events.length === 0) return <p className="gps-none">{t('gpsPlayback.noEvents')}</p>
  return (
    <VirtualList
      className="trip-list"
      items={props.events}
      keyOf={keyOf}
      heightPx={entryPx}
      entry={(event) => (
        <button type="button" className="trip-entry" onClick={() => props.onEvent(event)}>
          <Icon name="warning" size={18} />
          <span className="trip-words">
            <span className="num">{clockText(event.eventtimeutc * 1000)}</span>
            <span dir="auto">{event.name}</span>
          </span>
          {event.isLate && <span className="trip-more">{t('event.lateMark')}</span>}
        </button>
      )}
    />
  )
}

const keyOf = ({ id }: TrackEvent): string => id
const entryPx = (): number => 48
