import { can } from '@fleetglass/contract/access'
import {
  EventCode,
  eventQueryAccess,
  eventQueryPath,
  type StoredEvent,
  storedEventsSchema,
} from '@fleetglass/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSession } from '../../engines/channel/index.ts'
import { type EventName, useEventName } from '../../engines/events/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { useClock, useLengthUnit } from '../../platform/preferences/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { speedsInUnit } from '../../platform/units/index.ts'
import type { EventMark, MarkLook } from './timeline-painter.ts'

const dayS = 86_400
const todayRefreshMs = 30_000

/** What happened on the day that begins at `startS`, by time; empty for accounts without events. */
export function useDayEvents(deviceid: string, startS: number): readonly EventMark[] {
  const t = useText()
  const nameOf = useEventName()
  const unit = useLengthUnit()
  const { userName: username, passwordHash: password, rights } = useSession()
  const isOver = startS + dayS < useClock().nowMs() / 1000
  const { data } = useQuery({
    queryKey: ['day-events', username, deviceid, startS],
    enabled: can(rights, eventQueryAccess),
    refetchInterval: isOver ? false : todayRefreshMs,
    staleTime: isOver ? 60_000 : 0,
    queryFn: async () => {
      const range = { deviceid, afterTime: startS, beforeTime: startS + dayS - 1 }
      return storedEventsSchema.parse(await askJson('POST', eventQueryPath, { username, password, ...range }))
    },
  })
  return useMemo(
    () =>
      (data ?? [])
        .filter(({ cmd }) => cmd === 'new')
        .map((event) => ({
          atS: event.eventtimeutc - startS,
          look: lookOf(event),
          label: speedsInUnit(labelOf(event, t, nameOf), unit, 'elsewhere'),
        })),
    [data, startS, t, nameOf, unit],
  )
}

function lookOf({ call, appdevid }: StoredEvent): MarkLook {
  if (call === 1) return 'call'
  return appdevid <= EventCode.systemUptime ? 'device' : 'alarm'
}

function labelOf(
  { appdevid, eventname, notifytext, memo, late }: StoredEvent,
  t: Translate,
  nameOf: EventName,
): string {
  const label = nameOf(appdevid, eventname)
  const named = notifytext === undefined ? label : t('event.withText', { text: label, detail: notifytext })
  const text = memo === '' ? named : `${named} (${memo})`
  return late === 1 ? t('event.late', { text }) : text
}
