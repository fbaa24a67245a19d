import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTheme } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { timeOfDay } from '../recorded-day.ts'
import { sliderKey } from '../timeline-keys.ts'
import { type EventMark, paintTimeline, type Stretch, type TimelinePicture } from '../timeline-painter.ts'
import { dayS, panned, secondAt, shareOf, type TimelineView, zoomed, zoomStep } from '../timeline-view.ts'

/** Less than this is a click, more marks a cut. */
const dragPx = 5

/**
 * The day from left to right, for all channels: what is recorded, gaps, events, speed, and where the picture stands. A click
 * goes there, dragging marks a cut, the wheel zooms, with Shift it pans.
 */
export function Timeline(props: {
  readonly picture: Omit<TimelinePicture, 'view' | 'pointedS'>
  readonly view: TimelineView
  /** The recorded part of the day, from its first to its last minute; null when nothing is. */
  readonly recorded: Stretch | null
  readonly onView: (view: TimelineView) => void
  /** Whether the view moves with the picture. */
  readonly follows: boolean
  readonly onFollows: (follows: boolean) => void
  readonly onTime: (secondOfDay: number) => void
  readonly onCut: (cut: Stretch | null) => void
  /** The text and the buttons of the marked range. */
  readonly cutLine: ReactNode
  /** What is shown above the place that is pointed at. */
  readonly preview: (secondOfDay: number) => ReactNode
}) {
  const t = useText()
  const { view, picture, onView } = props
  const { atS, cut } = picture
  const [pointedS, setPointedS] = useState<number | null>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const drag = useDrag(props, setPointedS)
  usePainted(canvas, { ...picture, view, pointedS })
  useWheel(canvas, view, onView)
  const typed = (event: KeyboardEvent) => {
    const key = sliderKey(event.key, atS ?? props.recorded?.fromS ?? 0, {
      recorded: props.recorded,
      events: picture.events,
    })
    if (key?.does !== 'go') return
    event.preventDefault()
    props.onTime(key.toS)
  }
  const zoom = (factor: number) => onView(zoomed(view, factor, atS ?? (view.fromS + view.toS) / 2))
  const labelledS = pointedS ?? atS
  const happened = labelledS === null ? '' : eventsAt(picture.events, labelledS, nearOf(view))
  return (
    // Time runs from left to right, in every language.
    <div className="timeline" dir="ltr">
      <div className="timeline-head">
        <span className="timeline-range num">
          {timeOfDay(view.fromS)} – {timeOfDay(Math.min(dayS - 1, view.toS))}
        </span>
        <span className="timeline-events" dir="auto">
          {happened}
        </span>
      </div>
      <div className="timeline-cut" role="status" dir="auto">
        {props.cutLine}
      </div>
      <div className="timeline-buttons">
        <TimelineButton icon="minus" label={t('playback.zoomOut')} onClick={() => zoom(1 / zoomStep)} />
        <TimelineButton icon="plus" label={t('playback.zoomIn')} onClick={() => zoom(zoomStep)} />
        <TimelineButton
          icon="previous"
          label={t('playback.earlier')}
          onClick={() => onView(panned(view, (view.fromS - view.toS) / 2))}
        />
        <TimelineButton
          icon="next"
          label={t('playback.later')}
          onClick={() => onView(panned(view, (view.toS - view.fromS) / 2))}
        />
        <button
          type="button"
          className="icon-button timeline-button"
          aria-pressed={props.follows}
          aria-label={t('playback.follow')}
          title={t('playback.follow')}
          onClick={() => props.onFollows(!props.follows)}
        >
          <Icon name="pin" size={16} />
        </button>
      </div>
      <div className="timeline-track">
        <div
          className="timeline-slider"
          role="slider"
          tabIndex={0}
          aria-label={t('playback.timeline')}
          aria-valuemin={0}
          aria-valuemax={dayS - 1}
          aria-valuenow={Math.floor(atS ?? 0)}
          aria-valuetext={
            atS === null
              ? '–'
              : spoken(t('playback.timelineAt', { time: timeOfDay(atS) }), eventsAt(picture.events, atS, nearOf(view)))
          }
          data-from={Math.floor(view.fromS)}
          data-to={Math.ceil(view.toS)}
          data-cut={cut === null ? null : `${Math.floor(cut.fromS)}-${Math.floor(cut.toS)}`}
          onKeyDown={typed}
          {...drag}
        >
          <canvas ref={canvas} />
        </div>
        <TimeLabel className="timeline-time num" view={view} second={atS} />
        <TimeLabel className="timeline-time timeline-pointed num" view={view} second={pointedS} beside={atS} />
        {pointedS === null ? null : (
          <div
            className="timeline-preview"
            style={{ left: `clamp(5.5rem, ${shareOf(view, pointedS) * 100}%, calc(100% - 5.5rem))` }}
          >
            {props.preview(pointedS)}
          </div>
        )}
      </div>
    </div>
  )
}

/** The time of a place, below it; nothing where it is not in view. It makes room for the label of `beside`. */
function TimeLabel(props: {
  readonly className: string
  readonly view: TimelineView
  readonly second: number | null
  readonly beside?: number | null
}) {
  const { className, view, second, beside = null } = props
  if (second === null || !isInView(view, second)) return null
  const place = `clamp(${labelEdge}, ${percentOf(view, second)}, ${lastEdge})`
  const left =
    beside === null || !isInView(view, beside) ? place : apart(place, percentOf(view, beside), second < beside)
  return (
    <span className={className} style={{ left }}>
      {timeOfDay(second)}
    </span>
  )
}

/** Of a time of day and the space around it, and how close to an end of the line its middle may come. */
const labelWidth = '4.25rem'
const labelEdge = '2.25rem'
const lastEdge = `calc(100% - ${labelEdge})`

/** Before or behind the other label; beyond it where the line has no more room. */
function apart(place: string, other: string, isBefore: boolean): string {
  const label = `clamp(${labelEdge}, ${other}, ${lastEdge})`
  const before = `min(${place}, ${label} - ${labelWidth})`
  const behind = `max(${place}, ${label} + ${labelWidth})`
  return isBefore
    ? `calc(${before} + ${ifAbove(`${labelEdge} - ${before}`)})`
    : `calc(${behind} - ${ifAbove(`${behind} - ${lastEdge}`)})`
}

/** To the other side of a label as soon as a length is above 0: CSS has no other way to choose. */
const ifAbove = (length: string): string => `clamp(0px, (${length}) * 10000, 2 * ${labelWidth})`

const percentOf = (view: TimelineView, second: number): string => `${shareOf(view, second) * 100}%`

function isInView(view: TimelineView, second: number): boolean {
  const share = shareOf(view, second)
  return share >= 0 && share <= 1
}

/** An event this close to a place, in seconds, belongs to it: some pixels, whatever the zoom. */
const nearOf = ({ fromS, toS }: TimelineView): number => Math.max(2, (toS - fromS) / 300)
const mostNamed = 3

/** What happened at a place, nearest first. */
function eventsAt(events: readonly EventMark[], atS: number, withinS: number): string {
  const near = events.filter((event) => Math.abs(event.atS - atS) <= withinS)
  const named = near.sort((a, b) => Math.abs(a.atS - atS) - Math.abs(b.atS - atS)).slice(0, mostNamed)
  const texts = named.map(({ atS: second, label }) => `${timeOfDay(second)} ${label}`)
  return [...texts, ...(near.length > mostNamed ? [`+${near.length - mostNamed}`] : [])].join(' · ')
}

const spoken = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

function TimelineButton(props: {
  readonly icon: 'minus' | 'plus' | 'previous' | 'next'
  readonly label: string
  readonly onClick: () => void
}) {
  return (
    <button
      type="button"
      className="icon-button timeline-button"
      aria-label={props.label}
      title={props.label}
      onClick={props.onClick}
    >
      <Icon name={props.icon} size={16} />
    </button>
  )
}

interface DragProps {
  readonly view: TimelineView
  readonly onView: (view: TimelineView) => void
  readonly onTime: (secondOfDay: number) => void
  readonly onCut: (cut: Stretch | null) => void
}

/** A press that moves marks a cut, with Shift it pans; one that does not is a click. */
function useDrag({ view, onView, onTime, onCut }: DragProps, setPointedS: (second: number | null) => void) {
  const begun = useRef<{ readonly x: number; readonly atS: number; readonly pans: boolean; moved: boolean } | null>(
    null,
  )
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return secondAt(view, width === 0 ? 0 : (event.clientX - left) / width)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      begun.current = { x: event.clientX, atS: placeOf(event), pans: event.shiftKey, moved: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const atS = placeOf(event)
      if (event.pointerType === 'mouse') setPointedS(atS)
      const start = begun.current
      if (start === null) return
      if (Math.abs(event.clientX - start.x) > dragPx) start.moved = true
      if (!start.moved) return
      if (start.pans) onView(panned(view, start.atS - atS))
      else onCut({ fromS: Math.min(start.atS, atS), toS: Math.max(start.atS, atS) })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const start = begun.current
      begun.current = null
      if (start !== null && !start.moved) onTime(Math.floor(placeOf(event)))
    },
    onPointerCancel: () => {
      begun.current = null
    },
    onPointerLeave: () => setPointedS(null),
  }
}

/** React does not listen to the wheel in a way that could keep the page from scrolling. */
function useWheel(
  canvas: RefObject<HTMLCanvasElement | null>,
  view: TimelineView,
  onView: (view: TimelineView) => void,
): void {
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const turned = (event: WheelEvent) => {
      event.preventDefault()
      const { left, width } = element.getBoundingClientRect()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY))
        onView(panned(view, (sideways / Math.max(1, width)) * (view.toS - view.fromS)))
      else onView(zoomed(view, zoomStep ** (-event.deltaY / 100), secondAt(view, (event.clientX - left) / width)))
    }
    element.addEventListener('wheel', turned, { passive: false })
    return () => element.removeEventListener('wheel', turned)
  }, [canvas, view, onView])
}

/** Drawn when something of the picture, the size or the theme has changed. */
function usePainted(canvas: RefObject<HTMLCanvasElement | null>, picture: TimelinePicture): void {
  const { name } = useTheme()
  const latest = useRef(picture)
  latest.current = picture
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the colours, which the painter reads from the page
  useLayoutEffect(() => {
    if (canvas.current !== null) paintTimeline(canvas.current, picture)
  }, [canvas, picture, name])
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const observer = new ResizeObserver(() => paintTimeline(element, latest.current))
    observer.observe(element)
    return () => observer.disconnect()
  }, [canvas])
}
