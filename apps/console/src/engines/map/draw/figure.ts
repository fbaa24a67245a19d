import { distanceM, placeFrom } from '@fleetglass/geo'
import type { MapPlace } from '../map.types.ts'

/** What is drawn by hand: it is moved and changed by its grips. */
export type Figure =
  | { readonly kind: 'circle'; readonly center: MapPlace; readonly radiusM: number }
  | { readonly kind: 'polygon'; readonly points: readonly MapPlace[] }
  /** As wide as `reachM` to each side. */
  | { readonly kind: 'line'; readonly points: readonly MapPlace[]; readonly reachM: number }

/** What a figure is held by: all of it, the edge of a circle, or one of its points. */
export type GripId = 'all' | 'edge' | `point-${number}`

export interface FigureGrip {
  readonly id: GripId
  readonly place: MapPlace
}

/** A circle is drawn with so many corners: at any zoom it looks like a curve. */
const circleCorners = 96
const edgeHeadingDeg = 90
/** Web Mercator ends there. */
const northernmost = 85

/** The grips of a figure; one that is not complete has those of its points. */
export function gripsOf(figure: Figure): readonly FigureGrip[] {
  if (figure.kind === 'circle') {
    const { center, radiusM } = figure
    return [
      { id: 'all', place: center },
      { id: 'edge', place: placeFrom(center, edgeHeadingDeg, radiusM) },
    ]
  }
  const points = figure.points.map((place, index): FigureGrip => ({ id: `point-${index}`, place }))
  return points.length < 2 ? points : [{ id: 'all', place: middleOf(figure.points) }, ...points]
}

/** The figure after one of its grips was moved to a place. */
export function movedFigure(figure: Figure, grip: GripId, to: MapPlace): Figure {
  const place = onMap(to)
  if (figure.kind === 'circle') {
    if (grip === 'edge') return { ...figure, radiusM: Math.max(1, distanceM(figure.center, place)) }
    return { ...figure, center: place }
  }
  if (grip !== 'all') return { ...figure, points: figure.points.with(indexOf(grip), place) }
  const from = middleOf(figure.points)
  return {
    ...figure,
    points: figure.points.map(({ lat, lng }) =>
      onMap({ lat: lat + place.lat - from.lat, lng: lng + place.lng - from.lng }),
    ),
  }
}

/** A circle of another radius, a wider line, a polygon that reaches further from its middle. */
export function scaledFigure(figure: Figure, factor: number): Figure {
  switch (figure.kind) {
    case 'circle':
      return { ...figure, radiusM: Math.max(1, figure.radiusM * factor) }
    case 'line':
      return { ...figure, reachM: Math.max(1, figure.reachM * factor) }
    case 'polygon': {
      const middle = middleOf(figure.points)
      const scaled = (of: number, from: number) => from + (of - from) * factor
      return {
        ...figure,
        points: figure.points.map(({ lat, lng }) =>
          onMap({ lat: scaled(lat, middle.lat), lng: scaled(lng, middle.lng) }),
        ),
      }
    }
  }
}

/** Without one of its points; a circle has none to take away. */
export function withoutPoint(figure: Figure, grip: GripId): Figure {
  if (figure.kind === 'circle' || !grip.startsWith('point-')) return figure
  return { ...figure, points: figure.points.toSpliced(indexOf(grip), 1) }
}

/** The corners of a circle or polygon; none of a line, which is a way with a width. */
export function ringOf(figure: Figure): readonly MapPlace[] {
  if (figure.kind === 'line') return []
  if (figure.kind === 'polygon') return figure.points
  const { center, radiusM } = figure
  return Array.from({ length: circleCorners }, (_, corner) =>
    placeFrom(center, (corner * 360) / circleCorners, radiusM),
  )
}

/** Places between which all of the figure lies. */
export function extentOf(figure: Figure): readonly MapPlace[] {
  return figure.kind === 'circle' ? ringOf(figure) : figure.points
}

/** The middle of the box around places. */
function middleOf(points: readonly MapPlace[]): MapPlace {
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { lat: middle(points.map(({ lat }) => lat)), lng: middle(points.map(({ lng }) => lng)) }
}

function indexOf(grip: GripId): number {
  return Number(grip.slice('point-'.length))
}

/** As a hand can place it: a hundred-thousandth of a degree is a metre. */
function onMap({ lat, lng }: MapPlace): MapPlace {
  const within = (value: number, most: number) => Number(Math.min(most, Math.max(-most, value)).toFixed(6))
  return { lat: within(lat, northernmost), lng: within(lng, 180) }
}
