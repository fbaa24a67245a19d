import { shareOf, type TimelineView, ticks, tickText } from './timeline-view.ts'

/** A stretch in seconds of the day, `[fromS, toS)`. */
export interface Stretch {
  readonly fromS: number
  readonly toS: number
}

export interface SpeedPoint {
  readonly atS: number
  readonly kmh: number
}

/** The kind of event: a call of the driver, a state report of the device, or anything else. */
export type MarkLook = 'call' | 'device' | 'alarm'

export interface EventMark {
  readonly atS: number
  readonly look: MarkLook
  readonly label: string
}

export interface TimelinePicture {
  readonly view: TimelineView
  /** One line for each channel, from above; `chosen` ones are plain, the others pale. */
  readonly lanes: readonly {
    readonly channel: number | null
    readonly chosen: boolean
    readonly recorded: readonly Stretch[]
    /** What is never deleted of it. */
    readonly locked: readonly Stretch[]
  }[]
  readonly speed: readonly SpeedPoint[]
  /** By time. */
  readonly events: readonly EventMark[]
  readonly cut: Stretch | null
  /** Where the picture stands, and where the pointer is. */
  readonly atS: number | null
  readonly pointedS: number | null
}

/** Room below the lanes for the times. */
const captionPx = 18
const speedPx = 18
/** The speed that reaches the top of its strip. */
const topSpeedKmh = 120
/** The line below what is locked of a lane, at most. */
const lockPx = 3
/** A lane as high as this has room for the number of its channel. */
const laneTextPx = 10
/** Points of a track further apart than this are not joined: what was in between is unknown. */
const speedGapS = 120

/** Draws the timeline on a canvas; called when something has changed. */
export function paintTimeline(canvas: HTMLCanvasElement, picture: TimelinePicture): void {
  const context = canvas.getContext('2d')
  const { clientWidth: width, clientHeight: height } = canvas
  if (context === null || width === 0 || height === 0) return
  const ratio = Math.min(2, window.devicePixelRatio)
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  context.scale(ratio, ratio)
  const ink = inkOf(canvas)
  const x = (second: number) => shareOf(picture.view, second) * width
  const bottom = height - captionPx
  context.fillStyle = ink.ground
  context.fillRect(0, 0, width, bottom)
  paintTicks(context, picture.view, { width, bottom, ink, x })
  paintLanes(context, picture, { bottom: bottom - (picture.speed.length > 0 ? speedPx : 0), ink, x })
  paintSpeed(context, picture.speed, { bottom, ink, x })
  paintEvents(context, picture.events, { ink, x })
  if (picture.cut !== null) paintCut(context, picture.cut, { bottom, ink, x })
  if (picture.pointedS !== null) paintLine(context, x(picture.pointedS), { bottom, color: ink.muted, width: 1 })
  if (picture.atS !== null) paintLine(context, x(picture.atS), { bottom, color: ink.text, width: 2.5 })
}

interface Ink {
  readonly ground: string
  readonly text: string
  readonly muted: string
  readonly line: string
  readonly recorded: string
  readonly accent: string
  readonly warning: string
  readonly danger: string
}

type Across = (second: number) => number

/** The colours of the theme, as the page has them. */
function inkOf(canvas: HTMLCanvasElement): Ink {
  const style = getComputedStyle(canvas)
  const value = (name: string) => style.getPropertyValue(name).trim()
  return {
    ground: value('--fg-hover'),
    text: value('--bs-body-color'),
    muted: value('--fg-muted'),
    line: value('--fg-line'),
    recorded: value('--st-driving'),
    accent: value('--bs-primary'),
    warning: value('--bs-warning'),
    danger: value('--bs-danger'),
  }
}

function paintTicks(
  context: CanvasRenderingContext2D,
  view: TimelineView,
  { width, bottom, ink, x }: { width: number; bottom: number; ink: Ink; x: Across },
): void {
  context.font = '11px system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'top'
  for (const second of ticks(view, width)) {
    const at = Math.round(x(second)) + 0.5
    context.fillStyle = ink.line
    context.fillRect(at - 0.5, 0, 1, bottom)
    context.fillStyle = ink.muted
    if (at > 16 && at < width - 16) context.fillText(tickText(second), at, bottom + 4)
  }
}

function paintLanes(
  context: CanvasRenderingContext2D,
  { lanes }: TimelinePicture,
  { bottom, ink, x }: { bottom: number; ink: Ink; x: Across },
): void {
  const each = bottom / Math.max(1, lanes.length)
  const gap = each > 6 ? 2 : 0.5
  context.fillStyle = ink.recorded
  for (const [index, { chosen, recorded }] of lanes.entries()) {
    context.globalAlpha = chosen ? 0.85 : 0.35
    // However short, a recording is seen.
    for (const { fromS, toS } of recorded)
      context.fillRect(x(fromS), index * each + gap / 2, Math.max(1, x(toS) - x(fromS)), Math.max(1, each - gap))
  }
  context.globalAlpha = 1
  context.fillStyle = ink.text
  const line = Math.max(1, Math.min(lockPx, each / 4))
  for (const [index, { locked }] of lanes.entries()) {
    const below = (index + 1) * each - gap / 2 - line
    for (const { fromS, toS } of locked) context.fillRect(x(fromS), below, Math.max(2, x(toS) - x(fromS)), line)
  }
  if (each < laneTextPx) return
  context.font = '10px system-ui, sans-serif'
  context.textAlign = 'start'
  context.textBaseline = 'middle'
  for (const [index, { channel }] of lanes.entries()) {
    if (channel === null) continue
    const text = String(channel)
    const middle = (index + 0.5) * each
    context.fillStyle = ink.ground
    context.fillRect(0, index * each + gap / 2, context.measureText(text).width + 8, each - gap)
    context.fillStyle = ink.muted
    context.fillText(text, 4, middle)
  }
}

function paintSpeed(
  context: CanvasRenderingContext2D,
  points: readonly SpeedPoint[],
  { bottom, ink, x }: { bottom: number; ink: Ink; x: Across },
): void {
  // Dark themes have accents that a thin line is not seen in.
  context.strokeStyle = ink.muted
  context.lineWidth = 1.5
  context.beginPath()
  let last = Number.NEGATIVE_INFINITY
  for (const { atS, kmh } of points) {
    const y = bottom - 1 - Math.min(1, kmh / topSpeedKmh) * (speedPx - 3)
    if (atS - last > speedGapS) context.moveTo(x(atS), y)
    else context.lineTo(x(atS), y)
    last = atS
  }
  context.stroke()
}

/** By shape as well as by colour: a diamond is a call, a triangle a warning, a dot the state of the device. */
function paintEvents(
  context: CanvasRenderingContext2D,
  events: readonly EventMark[],
  { ink, x }: { ink: Ink; x: Across },
): void {
  context.strokeStyle = ink.ground
  context.lineWidth = 1
  // What matters more lies above the rest.
  for (const look of ['device', 'alarm', 'call'] as const) {
    context.fillStyle = { device: ink.muted, alarm: ink.warning, call: ink.danger }[look]
    for (const event of events) {
      if (event.look !== look) continue
      context.beginPath()
      outline(context, look, x(event.atS))
      context.closePath()
      context.fill()
      context.stroke()
    }
  }
}

function outline(context: CanvasRenderingContext2D, look: MarkLook, at: number): void {
  if (look === 'device') {
    context.arc(at, 5, 3, 0, 2 * Math.PI)
    return
  }
  const corners = look === 'alarm' ? [-5, 1, 5, 1, 0, 10] : [0, 0, 5, 6, 0, 12, -5, 6]
  for (let corner = 0; corner < corners.length; corner += 2)
    context.lineTo(at + (corners[corner] ?? 0), corners[corner + 1] ?? 0)
}

function paintCut(
  context: CanvasRenderingContext2D,
  { fromS, toS }: Stretch,
  { bottom, ink, x }: { bottom: number; ink: Ink; x: Across },
): void {
  context.fillStyle = ink.accent
  context.globalAlpha = 0.25
  context.fillRect(x(fromS), 0, x(toS) - x(fromS), bottom)
  context.globalAlpha = 1
  context.fillRect(x(fromS) - 1, 0, 2, bottom)
  context.fillRect(x(toS) - 1, 0, 2, bottom)
}

function paintLine(
  context: CanvasRenderingContext2D,
  at: number,
  { bottom, color, width }: { bottom: number; color: string; width: number },
): void {
  context.fillStyle = color
  context.fillRect(at - width / 2, 0, width, bottom)
}
