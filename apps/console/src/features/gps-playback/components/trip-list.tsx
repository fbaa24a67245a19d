import type { TripPart } from '@fleetglass/geo'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { durationText } from '../../../platform/time/index.ts'
import { displayDistance, displaySpeed, distanceUnit, speedUnit } from '../../../platform/units/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'
import { clockText } from '../track.ts'

/** Drives and stops of the range; a click plays one. */
export function TripList(props: { readonly parts: readonly TripPart[]; readonly onPlay: (part: TripPart) => void }) {
  const t = useText()
  const unit = useLengthUnit()
  if (props.parts.length === 0) return <p className="gps-none">{t('gpsPlayback.noTrips')}</p>
  return (
    <VirtualList
      className="trip-list"
      items={props.parts}
      keyOf={keyOf}
      heightPx={entryPx}
      entry={(part) => (
        <button type="button" className="trip-entry" onClick={() => props.onPlay(part)}>
          <Icon name={part.kind === 'drive' ? 'driving' : 'pause'} size={18} />
          <span className="trip-words">
            <span className="num">
              {`${clockText(part.startS * 1000).slice(0, 5)} – ${clockText(part.endS * 1000).slice(0, 5)}`}
            </span>
            <span>{t(part.kind === 'drive' ? 'gpsPlayback.drive' : 'gpsPlayback.stop')}</span>
          </span>
          <span className="trip-more num">
            <span>{durationText(part.endS - part.startS)}</span>
            {part.kind === 'drive' ? (
              <span>
                {t('gpsPlayback.driveDetail', {
                  distance: `${displayDistance(part.distanceM / 1000, unit, 'elsewhere')} ${distanceUnit(unit)}`,
                  speed: `${displaySpeed(part.maxSpeedKmh, unit, 'elsewhere')} ${speedUnit(unit)}`,
                })}
              </span>
            ) : null}
          </span>
        </button>
      )}
    />
  )
}

const keyOf = ({ startS, kind }: TripPart): string => `${kind} ${startS}`
const entryPx = (): number => 48
