import type { TripPart } from '@fleetglass/geo'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useIsMobile, useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { displayDistance, distanceUnit } from '../../../platform/units/index.ts'
import { EvidenceButton } from '../../../shared/evidence/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import type { GpsResult, TrackEvent } from '../gps-result.ts'
import type { Track } from '../track.ts'
import { DayOverview } from './day-overview.tsx'
import { EventList } from './event-list.tsx'
import { HourSlider } from './hour-slider.tsx'
import { PointList } from './point-list.tsx'
import { SpeedChart } from './speed-chart.tsx'
import { TripList } from './trip-list.tsx'
import '../track-panel.css'

/** The middle of the page: the hour, its speeds or the list, drives and stops (GPSP-22 … GPSP-40). */
export function TrackPanel(props: {
  readonly result: GpsResult | null
  /** Why there is none, where it is known. */
  readonly missing: string | null
  readonly hour: number
  readonly onHour: (hour: number) => void
  readonly onPoint: (index: number | null) => void
  readonly onOpen: (index: number) => void
  readonly onPart: (part: TripPart) => void
  readonly onEvent: (event: TrackEvent) => void
}) {
  const t = useText()
  const { rights } = useSession()
  const unit = useLengthUnit()
  const [view, setView] = useState<'chart' | 'list'>('chart')
  const [overview, setOverview] = useState(false)
  const { result, hour, onHour } = props
  const section = useRef<HTMLElement>(null)
  const mobile = useIsMobile()
  const isThere = result !== null
  // On a phone it is below the query, so the page scrolls to it.
  useEffect(() => {
    if (mobile && isThere) section.current?.scrollIntoView({ block: 'start' })
  }, [mobile, isThere])
  if (!result)
    return (
      <section className="gps-middle panel">
        <PageState
          icon="route"
          title={props.missing ?? t('gpsPlayback.emptyTitle')}
          hint={t('gpsPlayback.emptyHint')}
        />
      </section>
    )
  const { track, events } = result
  // GPSP-30, GPSP-35.
  const isFirst = rights.permission === 0
  const distance = `${displayDistance(track.distanceM / 1000, unit, 'elsewhere')} ${distanceUnit(unit)}`
  return (
    <section ref={section} className="gps-middle panel" aria-labelledby="gps-title">
      <header className="gps-head">
        <div>
          <h1 id="gps-title" className="gps-title" dir="auto">
            {t('gpsPlayback.title', { device: track.deviceId })}
          </h1>
          <p className="muted num">{`${result.day} · ${t('gpsPlayback.summary', { count: track.count, distance })}`}</p>
        </div>
        <EvidenceOfHour track={track} hour={hour} />
        {isFirst ? (
          <div className="gps-tools">
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => setOverview(true)}>
              <Icon name="grid" size={16} /> {t('gpsPlayback.fullView')}
            </button>
            <Segments
              label={t('gpsPlayback.view')}
              name="gps-view"
              chosen={view}
              onChoose={setView}
              parts={[
                ['chart', t('gpsPlayback.chart')],
                ['list', t('gpsPlayback.list')],
              ]}
            />
          </div>
        ) : null}
      </header>
      <HourSlider track={track} hour={hour} onHour={onHour} />
      {isFirst && view === 'list' ? (
        <PointList track={track} hour={hour} onOpen={props.onOpen} />
      ) : (
        <>
          <SpeedChart track={track} hour={hour} onPoint={props.onPoint} onOpen={props.onOpen} />
          <TrackEvents parts={track.parts} events={events} onPart={props.onPart} onEvent={props.onEvent} />
        </>
      )}
      {overview ? (
        <DayOverview
          track={track}
          onClose={() => setOverview(false)}
          onHour={(chosen) => {
            onHour(chosen)
            setOverview(false)
          }}
        />
      ) : null}
    </section>
  )
}

/** Drives and stops, and beside them the events where there are any. */
function TrackEvents(props: {
  readonly parts: readonly TripPart[]
  readonly events: readonly TrackEvent[]
  readonly onPart: (part: TripPart) => void
  readonly onEvent: (event: TrackEvent) => void
}) {
  const t = useText()
  const [kind, setKind] = useState<'trips' | 'events'>('trips')
  const events = props.events.filter(({ show }) => show)
  return (
    <div className="gps-events">
      {props.events.length > 0 ? (
        <Segments
          label={t('gpsPlayback.view')}
          name="gps-events"
          chosen={kind}
          onChoose={setKind}
          parts={[
            ['trips', `${t('gpsPlayback.trips')} (${props.parts.length})`],
            ['events', `${t('gpsPlayback.events')} (${events.length})`],
          ]}
        />
      ) : (
        <h2 className="gps-subtitle">{t('gpsPlayback.trips')}</h2>
      )}
      {kind === 'events' && props.events.length > 0 ? (
        <EventList events={events} onEvent={props.onEvent} />
      ) : (
        <TripList parts={props.parts} onPlay={props.onPart} />
      )}
    </div>
  )
}

function Segments<Value extends string>(props: {
  readonly label: string
  readonly name: string
  readonly chosen: Value
  readonly parts: readonly (readonly [Value, string])[]
  readonly onChoose: (value: Value) => void
}) {
  return (
    <fieldset className="gps-segments" aria-label={props.label}>
      {props.parts.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            checked={value === props.chosen}
            onChange={() => props.onChoose(value)}
          />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Saves what was recorded between the first and the last position of the chosen hour. */
function EvidenceOfHour({ track, hour }: { readonly track: Track; readonly hour: number }) {
  const { deviceId, hours, timesMs } = track
  const device = useFleetState(({ devices }) => devices.get(deviceId))
  const span = hours[hour]
  const [firstMs, lastMs] = span === undefined ? [] : [timesMs[span.from], timesMs[span.to - 1]]
  if (firstMs === undefined || lastMs === undefined || lastMs < firstMs) return null
  const channels = (device?.channels ?? []).map(({ number }) => number)
  const [startS, endS] = [Math.floor(firstMs / 1000), Math.floor(lastMs / 1000) + 1]
  return <EvidenceButton source={{ deviceId, channels, startS, endS }} />
}
