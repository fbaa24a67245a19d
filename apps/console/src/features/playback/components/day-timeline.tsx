import type { RecordingLock } from '@fleetglass/contract/exports'
import { type ReactNode, useMemo, useState } from 'react'
import type { DeviceChannel } from '../../../engines/fleet/index.ts'
import { StillPicture, useStreamServer } from '../../../engines/player/index.ts'
import { useRecordedRanges } from '../../../engines/server-recordings/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { durationText } from '../../../platform/time/index.ts'
import { useDayEvents } from '../event.queries.ts'
import { nearestRecorded, type RecordedDay, recordedRuns, timeOfDay } from '../recorded-day.ts'
import type { PlaybackKey } from '../timeline-keys.ts'
import { cutWith } from '../timeline-keys.ts'
import type { Stretch } from '../timeline-painter.ts'
import { around, dayS, showing, type TimelineView, wholeDay, zoomed, zoomStep } from '../timeline-view.ts'
import { useTrackAsk, useTrackHours } from '../track.queries.ts'
import { Timeline } from './timeline.tsx'

/** Speed is drawn from here on: before, a day of points is more than there is to see. */
const speedWithinS = 6 * 3600

/** What the timeline shows and what is marked on it. */
export function useDayTimeline(recorded: RecordedDay | undefined, atS: number | null, mobile: boolean) {
  const stretch = useMemo(() => recordedStretch(recorded), [recorded])
  const [moved, setMoved] = useState<{ readonly of: number; readonly view: TimelineView } | null>(null)
  const [cut, setCut] = useState<{ readonly of: number; readonly stretch: Stretch } | null>(null)
  const of = recorded?.startS ?? 0
  const first = mobile ? around(stretch) : wholeDay
  const [follows, setFollows] = useState(true)
  const own = moved?.of === of ? moved.view : first
  const view = follows && atS !== null ? showing(own, atS) : own
  const setView = (next: TimelineView) => {
    setMoved({ of, view: next })
    // A view that was moved away from the picture stays there.
    if (atS !== null && showing(next, atS) !== next) setFollows(false)
  }
  return {
    stretch,
    view,
    setView,
    follows,
    setFollows,
    cut: cut?.of === of ? cut.stretch : null,
    setCut: (next: Stretch | null) => setCut(next === null ? null : { of, stretch: next }),
    /** What the keys of the page do on the timeline. */
    obey(key: Extract<PlaybackKey, { does: 'zoom' | 'cut' | 'no-cut' }>): void {
      const middle = atS ?? (view.fromS + view.toS) / 2
      if (key.does === 'zoom') setView(showing(zoomed(view, key.nearer ? zoomStep : 1 / zoomStep, middle), middle))
      else if (key.does === 'no-cut') setCut(null)
      else if (atS !== null)
        setCut((old) => ({ of, stretch: cutWith(old?.of === of ? old.stretch : null, key.end, atS) }))
    },
  }
}

/** The day of one device: its channels, what was marked, and what is done with that. */
export function DayTimeline(props: {
  readonly deviceId: string
  readonly channels: readonly DeviceChannel[]
  readonly chosen: readonly number[]
  readonly recorded: RecordedDay
  readonly atS: number | null
  readonly mayTrack: boolean
  /** Of this day. */
  readonly locks: readonly RecordingLock[]
  readonly timeline: ReturnType<typeof useDayTimeline>
  readonly previewStreamId: number
  readonly onTime: (secondOfDay: number) => void
  /** What can be done with a marked stretch. */
  readonly cutActions: (cut: Stretch) => ReactNode
}) {
  const t = useText()
  const { deviceId, recorded, timeline, chosen, atS } = props
  const { view, cut } = timeline
  const ranges = useRecordedRanges(deviceId, recorded.startS)
  const server = useStreamServer()
  const clock = useClock()
  const track = useSpeed(props)
  const lanes = useMemo(
    () => lanesOf(props.channels, chosen, recorded, { ranges: ranges.data?.channels, locks: props.locks }),
    [props.channels, chosen, recorded, ranges.data, props.locks],
  )
  const [previewChannel = 1] = chosen
  const events = useDayEvents(deviceId, recorded.startS)
  const preview = (second: number) => {
    const near = nearestRecorded(recorded, Math.floor(second))
    const shownS = near !== null && near - second < 60 ? near : null
    if (shownS === null || typeof VideoDecoder === 'undefined') return null
    const at = Math.min(recorded.startS + shownS, Math.floor(clock.nowMs() / 1000) - 2)
    return (
      <StillPicture
        key={previewChannel}
        server={server}
        deviceId={deviceId}
        channel={previewChannel}
        atS={at}
        streamId={props.previewStreamId}
        label={t('playback.previewAt', { time: timeOfDay(shownS) })}
      />
    )
  }
  return (
    <div className="day-timeline">
      <Timeline
        picture={{ lanes, speed: track, events, cut, atS }}
        view={view}
        recorded={timeline.stretch}
        onView={timeline.setView}
        follows={timeline.follows}
        onFollows={timeline.setFollows}
        onTime={props.onTime}
        onCut={timeline.setCut}
        preview={preview}
        cutLine={
          cut === null ? null : (
            <>
              <span className="num">
                {t('playback.cut', {
                  from: timeOfDay(cut.fromS),
                  to: timeOfDay(cut.toS),
                  length: durationText(cut.toS - cut.fromS),
                })}
              </span>
              {props.cutActions(cut)}
              <button type="button" className="btn btn-sm btn-quiet" onClick={() => timeline.setCut(null)}>
                {t('playback.noCut')}
              </button>
            </>
          )
        }
      />
    </div>
  )
}

/** The speed of the hours in view, where they are few and the account may read tracks. */
function useSpeed(of: Parameters<typeof DayTimeline>[0]) {
  const { recorded, timeline, deviceId, mayTrack } = of
  const { fromS, toS } = timeline.view
  const first = Math.floor((recorded.startS + fromS) / 3600)
  const hours = mayTrack && toS - fromS <= speedWithinS ? Math.ceil((recorded.startS + toS) / 3600) - first : 0
  const hoursS = Array.from({ length: hours }, (_, index) => (first + index) * 3600)
  const points = useTrackHours(deviceId, hoursS, useTrackAsk(), Math.floor(useClock().nowMs() / 1000))
  return useMemo(
    () => points.map(({ time, speed }) => ({ atS: time / 1000 - recorded.startS, kmh: speed })),
    [points, recorded.startS],
  )
}

/** One lane for each channel that is offered or chosen; until their ranges have come, the minutes of the day in one. */
function lanesOf(
  channels: readonly DeviceChannel[],
  chosen: readonly number[],
  recorded: RecordedDay,
  of: {
    readonly ranges: readonly { channel: number; ranges: readonly (readonly [number, number])[] }[] | undefined
    readonly locks: readonly RecordingLock[]
  },
) {
  const within = (start: number, end: number): Stretch => ({
    fromS: Math.max(0, start - recorded.startS),
    toS: Math.min(dayS, end - recorded.startS),
  })
  const lockedOf = (channel: number | null) =>
    of.locks
      .filter(({ ch }) => channel === null || ch === 0 || ch === channel)
      .map(({ start, end }) => within(start, end))
  const { ranges } = of
  if (ranges === undefined)
    return [
      {
        channel: null,
        chosen: true,
        recorded: recordedRuns(recorded).map(({ from, to }) => ({ fromS: from * 60, toS: to * 60 })),
        locked: lockedOf(null),
      },
    ]
  return channels.map(({ number }) => ({
    channel: number,
    chosen: chosen.includes(number),
    recorded: (ranges.find(({ channel }) => channel === number)?.ranges ?? []).map(([start, end]) =>
      within(start, end),
    ),
    locked: lockedOf(number),
  }))
}

function recordedStretch(recorded: RecordedDay | undefined): Stretch | null {
  const runs = recorded === undefined ? [] : recordedRuns(recorded)
  const [first] = runs
  const last = runs.at(-1)
  return first === undefined || last === undefined ? null : { fromS: first.from * 60, toS: last.to * 60 }
}
