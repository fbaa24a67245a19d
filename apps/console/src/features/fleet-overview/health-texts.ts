// What is said of a device: its reasons and its figures in words.
import type { AttentionReason, HealthDevice } from '@fleetglass/contract/fleet-overview'
import { useMemo } from 'react'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { localTimeText } from '../../platform/time/index.ts'

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

export interface HealthTexts {
  reason(device: HealthDevice, reason: AttentionReason): string
  /** `now`: it is online. */
  contact(device: HealthDevice): string
  signal(device: HealthDevice): string
  cards(device: HealthDevice): string
  cameras(device: HealthDevice): string
  clock(device: HealthDevice): string
}

/** `nowS`: unix seconds of the server. */
export function useHealthTexts(nowS: number): HealthTexts {
  const t = useText()
  return useMemo(() => healthTexts(t, nowS), [t, nowS])
}

function healthTexts(t: Translate, nowS: number): HealthTexts {
  const span = (seconds: number): string => spanText(t, seconds)
  return {
    reason(device, reason) {
      const { contact, faultyCards, lost, clock } = device
      switch (reason) {
        case 'offline':
          return contact === null ? t('health.never') : t('health.noContact', { time: span(nowS - contact) })
        case 'disk':
          return faultyCards.length === 0
            ? t('health.diskFault')
            : t('health.diskFaults', { list: listed(faultyCards) })
        case 'camera':
          if (lost.length === 0) return t('health.cameraFault')
          return t(lost.length === 1 ? 'health.noPicture' : 'health.noPictures', { list: listed(lost) })
        case 'clock':
          return t('health.clock', { offset: offsetText(t, clock ?? 0) })
      }
    },
    contact({ online, contact }) {
      if (online) return t('health.online')
      return contact === null ? t('health.neverShort') : t('health.ago', { time: span(nowS - contact) })
    },
    signal: ({ signal }) => (signal === null ? t('health.unknown') : `${signal} %`),
    cards({ cards, faultyCards }) {
      const texts = cards.flatMap((health, at) => (health === -2 ? [] : [cardText(t, health, at + 1)]))
      if (texts.length > 0) return texts.join(', ')
      return faultyCards.length > 0 ? t('health.diskFaults', { list: listed(faultyCards) }) : t('health.unknown')
    },
    cameras({ cameras, lost, contact, reasons }) {
      if (contact === null || (reasons.includes('camera') && lost.length === 0))
        return t('health.unknownOf', { cameras })
      return t('health.withPicture', { count: cameras - lost.length, cameras })
    },
    clock({ clock }) {
      if (clock === null) return t('health.unknown')
      return Math.abs(clock) < CLOCK_SHOWN_S ? t('health.clockRight') : offsetText(t, clock)
    },
  }
}

/** Positions are some seconds under way. */
const CLOCK_SHOWN_S = 10

export function momentText(contact: number | null): string {
  return contact === null ? '' : localTimeText(contact)
}

function cardText(t: Translate, health: number, slot: number): string {
  if (health === -1) return t('health.noCard', { slot })
  return health === 0 ? t('health.cardFault', { slot }) : t('health.card', { slot, health })
}

function offsetText(t: Translate, clock: number): string {
  return t(clock > 0 ? 'health.ahead' : 'health.behind', { time: spanText(t, Math.abs(clock)) })
}

/** In its largest unit: `3 days`, `14 min`. */
function spanText(t: Translate, seconds: number): string {
  if (seconds < MINUTE_S) return t('health.seconds', { count: Math.max(0, seconds) })
  if (seconds < HOUR_S) return t('health.minutes', { count: Math.floor(seconds / MINUTE_S) })
  if (seconds < 2 * DAY_S) return t('health.hours', { count: Math.floor(seconds / HOUR_S) })
  return t('health.days', { count: Math.floor(seconds / DAY_S) })
}

function listed(numbers: readonly number[]): string {
  return numbers.join(', ')
}
