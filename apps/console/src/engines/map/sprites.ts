import { vehiclePath } from '../../platform/icons/index.ts'
import type { Sprite } from './blit.ts'
import type { MapTone, VehicleState } from './map.types.ts'
import { SpriteCanvas } from './sprite-canvas.ts'

/** How one vehicle looks; equal looks share one sprite. */
export interface Look {
  readonly state: VehicleState
  readonly recording: boolean
  readonly icon: number
  readonly headingDeg: number
  /** Far out or crowded, vehicles shrink to a point with a direction. */
  readonly small: boolean
}

/** They differ in brightness as well as in hue (safe with every kind of colour vision), and in form. */
export const stateColors: Record<VehicleState, string> = {
  driving: '#00795a',
  idle: '#2b62c9',
  overSpeed: '#c24100',
  offline: '#6b7684',
}
const recordingColor = '#d3202f'

const headingSteps = 48
/** Bound of the cache: beyond it all is drawn anew, which takes a few frames. */
const mostSprites = 4_000

export class SpriteSheet {
  #sprites = new Map<string, Sprite>()
  readonly #canvas: SpriteCanvas
  readonly #tone: MapTone

  constructor(ratio: number, tone: MapTone) {
    this.#canvas = new SpriteCanvas(ratio)
    this.#tone = tone
  }

  get(look: Look): Sprite {
    const step = Math.round((look.headingDeg / 360) * headingSteps) % headingSteps
    const key = `${look.state}${look.recording ? 'r' : ''}${look.small ? 's' : look.icon}:${step}`
    const known = this.#sprites.get(key)
    if (known) return known
    if (this.#sprites.size >= mostSprites) this.#sprites.clear()
    const made = rasterize(this.#canvas, { ...look, headingDeg: (step / headingSteps) * 360 }, this.#tone)
    this.#sprites.set(key, made)
    return made
  }
}

function rasterize(canvas: SpriteCanvas, look: Look, tone: MapTone): Sprite {
  const sizePx = look.small ? 22 : 52
  return canvas.draw(sizePx, sizePx, (context) => {
    context.translate(sizePx / 2, sizePx / 2)
    drawMarker(context, look, tone)
  })
}

type Context = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D

/** Draws a vehicle around the origin: a disc with a beak in its direction; the legend draws the same. */
export function drawMarker(context: Context, look: Look, tone: MapTone): void {
  const radius = look.small ? 6 : 13.5
  const rim = tone === 'dark' ? '#0d151d' : '#ffffff'
  const color = stateColors[look.state]
  const line = look.small ? 1.5 : 2.5
  context.lineJoin = 'round'
  if (!look.small) shadow(context, true)
  outline(context, look, radius)
  context.fillStyle = look.state === 'offline' ? rim : color
  context.strokeStyle = rim
  context.lineWidth = line * 2
  context.stroke()
  shadow(context, false)
  context.fill()
  if (look.state === 'offline') {
    context.strokeStyle = color
    context.lineWidth = line
    context.setLineDash(look.small ? [] : [4, 3])
    context.stroke()
    context.setLineDash([])
  }
  if (!look.small) drawGlyph(context, look, color)
  if (look.recording) drawDot(context, radius, rim)
}

/** Form by state: a drop with a beak drives, one with a broad crown is too fast, a plain disc stands, a ring is offline. */
function outline(context: Context, { state, headingDeg }: Look, radius: number): void {
  context.beginPath()
  if (state === 'idle' || state === 'offline') {
    context.arc(0, 0, radius, 0, Math.PI * 2)
    return
  }
  const half = state === 'overSpeed' ? 0.95 : 0.6
  const nose = radius * (state === 'overSpeed' ? 1.7 : 1.6)
  context.save()
  context.rotate((headingDeg * Math.PI) / 180)
  context.arc(0, 0, radius, -Math.PI / 2 + half, Math.PI * 1.5 - half)
  if (state === 'overSpeed') {
    context.lineTo(-radius * 0.5, -nose)
    context.lineTo(0, -radius * 1.3)
    context.lineTo(radius * 0.5, -nose)
  } else context.lineTo(0, -nose)
  context.closePath()
  context.restore()
}

function drawGlyph(context: Context, look: Look, color: string): void {
  context.save()
  context.rotate((look.headingDeg * Math.PI) / 180)
  context.scale(0.72, 0.72)
  context.translate(-12, -12)
  context.fillStyle = look.state === 'offline' ? color : '#ffffff'
  context.fill(new Path2D(vehiclePath(look.icon)), 'evenodd')
  context.restore()
}

/** A red point with a rim, at the upper right whatever the heading: this vehicle is being recorded. */
function drawDot(context: Context, radius: number, rim: string): void {
  const offset = radius * 0.78
  context.beginPath()
  context.arc(offset, -offset, radius * 0.36, 0, Math.PI * 2)
  context.fillStyle = recordingColor
  context.strokeStyle = rim
  context.lineWidth = radius > 8 ? 3 : 1.5
  context.stroke()
  context.fill()
}

function shadow(context: Context, on: boolean): void {
  context.shadowColor = on ? 'rgb(0 10 25 / 35%)' : 'transparent'
  context.shadowBlur = on ? 5 : 0
  context.shadowOffsetY = on ? 1.5 : 0
}
