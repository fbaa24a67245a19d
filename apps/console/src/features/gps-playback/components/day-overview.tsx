import { Modal } from 'react-bootstrap'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { heardIn, heardMinutes, overviewRows, passedIn, rowSeconds } from '../coverage.ts'
import type { Track } from '../track.ts'

const rows = Array.from({ length: overviewRows }, (_, hour) => hour)

/** GPSP-31 … GPSP-34: hours against minutes; where there is GPS data it is green, elsewhere red, and grey where it is still to come. */
export function DayOverview(props: {
  readonly track: Track
  readonly onHour: (hour: number) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const { track } = props
  return (
    <Modal show size="lg" centered scrollable onHide={props.onClose} aria-labelledby="overview-title">
      <Modal.Header closeButton closeLabel={t('action.close')}>
        <Modal.Title id="overview-title" as="h2" className="gps-modal-title">
          {t('gpsPlayback.overview')}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <p className="overview-legend">
          <span className="overview-key heard" /> {t('gpsPlayback.withData')}
          <span className="overview-key unheard" /> {t('gpsPlayback.withoutData')}
        </p>
        <div className="overview" dir="ltr">
          {rows.map((hour) => (
            <OverviewRow key={hour} track={track} hour={hour} onHour={props.onHour} />
          ))}
          <div className="overview-minutes num" aria-hidden="true">
            {[0, 10, 20, 30, 40, 50, 60].map((minute) => (
              <span key={minute}>{minute}</span>
            ))}
          </div>
        </div>
      </Modal.Body>
    </Modal>
  )
}

function OverviewRow({ track, hour, onHour }: { track: Track; hour: number; onHour: (hour: number) => void }) {
  const t = useText()
  const clock = useClock()
  const share = (seconds: number) => `${(seconds / rowSeconds) * 100}%`
  const label = String(hour).padStart(2, '0')
  return (
    <button
      type="button"
      className="overview-row"
      disabled={track.hours[hour]?.from === track.hours[hour]?.to}
      aria-label={t('gpsPlayback.overviewHour', { hour: label, minutes: heardMinutes(track, hour) })}
      onClick={() => onHour(hour)}
    >
      <span className="num">{label}</span>
      <span className="overview-bar" data-seconds={rowSeconds}>
        <span className="unheard" style={{ left: 0, width: share(passedIn(track, hour, clock.nowMs())) }} />
        {heardIn(track, hour).map(({ fromS, toS }) => (
          <span key={fromS} className="heard" style={{ left: share(fromS), width: share(toS - fromS) }} />
        ))}
      </span>
    </button>
  )
}
