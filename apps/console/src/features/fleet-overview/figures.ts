// The figures of the page, as texts, and how they differ from those of the period before.
import type { OverviewFigures, OverviewPeriod } from '@fleetglass/contract/fleet-overview'
import { useMemo } from 'react'
import { useLanguages, useLengthUnit } from '../../platform/preferences/index.ts'
import { numberTextIn, type Translate, useText } from '../../platform/texts/index.ts'
import { convertedDistance, distanceUnit, type LengthUnit } from '../../platform/units/index.ts'

export const FIGURES = ['distance', 'driving', 'idle', 'events', 'recorded'] as const
export type Figure = (typeof FIGURES)[number]

export function isFigure(text: string | null): text is Figure {
  return FIGURES.some((figure) => figure === text)
}

/** What is needed of a period to show its figures. */
export type Counted = OverviewFigures & Pick<OverviewPeriod, 'minutes'>

export interface FigureTexts {
  /** A figure with its unit; of minutes that could be recorded it is a share. */
  text(figure: Figure, counted: Counted): string
  /** How a figure differs; null where there is nothing to compare. */
  difference(figure: Figure, now: Counted, before: Counted): string | null
  count(count: number): string
  share(share: number): string
}

const MM_PER_KM = 1e6

export function useFigureTexts(): FigureTexts {
  const t = useText()
  const unit = useLengthUnit()
  const { shown } = useLanguages()
  return useMemo(() => figureTexts(t, unit, shown), [t, unit, shown])
}

/** What a bar or an order goes by: the share of recorded minutes, the figure itself of any other. */
export function sizeOf(figure: Figure, counted: Counted): number {
  if (figure !== 'recorded') return counted[figure]
  return counted.minutes === 0 ? 0 : counted.recorded / counted.minutes
}

function figureTexts(t: Translate, unit: LengthUnit, language: string): FigureTexts {
  const number = numberTextIn(language)
  const count = (value: number): string => number(value, { maximumFractionDigits: 0 })
  const share = (value: number): string => number(value, { style: 'percent', maximumFractionDigits: 1 })
  const duration = (seconds: number): string => {
    const minutes = Math.round(seconds / 60)
    if (minutes < 60) return t('overview.minutes', { minutes })
    return t('overview.hours', { hours: count(Math.floor(minutes / 60)), minutes: minutes % 60 })
  }
  const distance = (millimetres: number): string => {
    const value = convertedDistance(millimetres / MM_PER_KM, unit, 'elsewhere')
    return `${number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${distanceUnit(unit)}`
  }
  const amount = (figure: Exclude<Figure, 'recorded'>, value: number): string => {
    if (figure === 'distance') return distance(value)
    return figure === 'events' ? count(value) : duration(value)
  }
  return {
    count,
    share,
    text: (figure, counted) =>
      figure === 'recorded' ? share(sizeOf(figure, counted)) : amount(figure, counted[figure]),
    difference(figure, now, before) {
      if (figure === 'recorded') {
        if (now.minutes === 0 || before.minutes === 0) return null
        const points = Math.round(1000 * (sizeOf(figure, now) - sizeOf(figure, before))) / 10
        if (points === 0) return t('overview.same')
        const sign = number(points, { signDisplay: 'always', maximumFractionDigits: 1 })
        return t('overview.points', { count: sign })
      }
      const changed = now[figure] - before[figure]
      if (changed === 0) return t('overview.same')
      const difference = amount(figure, Math.abs(changed))
      if (before[figure] === 0) return t('overview.moreThanNone', { difference })
      const percent = share(Math.abs(changed) / before[figure])
      return t(changed > 0 ? 'overview.more' : 'overview.less', { difference, percent })
    },
  }
}
