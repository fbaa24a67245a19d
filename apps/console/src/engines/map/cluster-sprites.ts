import type { Sprite } from './blit.ts'
import { type ClusterCounts, clusterRadiusPx } from './clusters.ts'
import type { MapTone, VehicleState } from './map.types.ts'
import { SpriteCanvas } from './sprite-canvas.ts'
import { stateColors } from './sprites.ts'

/** Bound of the cache: beyond it all is drawn anew, which takes a few frames. */
const mostSprites = 1_500
/** The ring shows shares in this many steps: finer ones look the same. */
const ringSteps = 16
const ringOrder: readonly VehicleState[] = ['overSpeed', 'driving', 'idle', 'offline']

/** The marks of groups: a number in a ring that shows how many drive, stand and are offline. */
export class ClusterSheet {
  #sprites = new Map<string, Sprite>()
  readonly #canvas: SpriteCanvas
  readonly #tone: MapTone

  constructor(ratio: number, tone: MapTone) {
    this.#canvas = new SpriteCanvas(ratio)
    this.#tone = tone
  }

  get(counts: ClusterCounts): Sprite {
    const shares = ringShares(counts)
    const text = countText(counts.all)
    const key = `${text}|${shares.join()}|${counts.overSpeed > 0}`
    const known = this.#sprites.get(key)
    if (known) return known
    if (this.#sprites.size >= mostSprites) this.#sprites.clear()
    const made = this.#rasterize(text, shares, counts)
    this.#sprites.set(key, made)
    return made
  }

  #rasterize(text: string, shares: readonly number[], counts: ClusterCounts): Sprite {
    const radius = clusterRadiusPx(counts.all)
    const sizePx = radius * 2 + 14
    return this.#canvas.draw(sizePx, sizePx, (context) => {
      context.translate(sizePx / 2, sizePx / 2)
      drawCluster(context, radius, text, shares, this.#tone)
      if (counts.overSpeed > 0) drawWarning(context, radius, this.#tone)
    })
  }
}

/** At most four characters: 1234 is 1.2k. */
export function countText(count: number): string {
  if (count < 1_000) return String(count)
  const thousands = count / 1_000
  return thousands < 9.95 ? `${thousands.toFixed(1)}k` : `${Math.round(thousands)}k`
}

/** Steps of the ring in its order; what is there at all has at least one. */
export function ringShares(counts: ClusterCounts): readonly number[] {
  const shares = ringOrder.map((state) => {
    const count = counts[state]
    return count === 0 ? 0 : Math.max(1, Math.round((count / counts.all) * ringSteps))
  })
  const excess = shares.reduce((sum, share) => sum + share, 0) - ringSteps
  const largest = shares.indexOf(Math.max(...shares))
  return shares.map((share, index) => (index === largest ? share - excess : share))
}

type Context = OffscreenCanvasRenderingContext2D

function drawCluster(context: Context, radius: number, text: string, shares: readonly number[], tone: MapTone): void {
  const dark = tone === 'dark'
  context.shadowColor = 'rgb(0 10 25 / 40%)'
  context.shadowBlur = 5
  context.shadowOffsetY = 1
  context.fillStyle = dark ? '#141e28' : '#ffffff'
  circle(context, radius)
  context.fill()
  context.shadowColor = 'transparent'
  drawRing(context, radius - 2.5, shares, dark)
  context.fillStyle = dark ? '#eaf1f8' : '#16202c'
  context.font = `700 ${text.length > 3 ? 12 : 13}px system-ui, "Noto Sans", "Liberation Sans", sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, 0, 1)
}

/** One stretch a state; that of the offline is broken, as their rings are. */
function drawRing(context: Context, radius: number, shares: readonly number[], dark: boolean): void {
  let from = -Math.PI / 2
  for (const [index, state] of ringOrder.entries()) {
    const to = from + ((shares[index] ?? 0) / ringSteps) * Math.PI * 2
    if (to > from) {
      context.beginPath()
      context.arc(0, 0, radius, from, to)
      context.lineWidth = 4.5
      context.strokeStyle = dark && state === 'offline' ? '#93a3b4' : stateColors[state]
      context.setLineDash(state === 'offline' ? [3, 2] : [])
      context.stroke()
    }
    from = to
  }
  context.setLineDash([])
}

/** A triangle at the upper right: a vehicle of the group is too fast. */
function drawWarning(context: Context, radius: number, tone: MapTone): void {
  const at = radius * 0.74
  context.save()
  context.translate(at, -at)
  context.beginPath()
  context.moveTo(0, -7)
  context.lineTo(7, 5.5)
  context.lineTo(-7, 5.5)
  context.closePath()
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = tone === 'dark' ? '#141e28' : '#ffffff'
  context.stroke()
  context.fillStyle = stateColors.overSpeed
  context.fill()
  context.fillStyle = '#ffffff'
  context.fillRect(-0.9, -3, 1.8, 4.4)
  context.fillRect(-0.9, 2.6, 1.8, 1.7)
  context.restore()
}

function circle(context: Context, radius: number): void {
  context.beginPath()
  context.arc(0, 0, radius, 0, Math.PI * 2)
}
