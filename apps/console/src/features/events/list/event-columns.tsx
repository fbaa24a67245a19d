import type { StoredEvent } from '@fleetglass/contract/events'
import { useMemo } from 'react'
import { useEventName } from '../../../engines/events/index.ts'
import { useFleet, useFleetState } from '../../../engines/fleet/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { displaySpeed, speedUnit } from '../../../platform/units/index.ts'
import type { ExportedEvent } from '../../../shared/event-export/index.ts'
import type { DataColumn } from '../../../ui/data-table/index.ts'
import styles from '../event-pages.module.css'
import { CheckCell, EventMemoCell, EvidenceOfEvent, PlayLink } from './event-cells.tsx'
import type { EventChanges } from './event-list.queries.ts'
import { FootageLinks, SnapshotLinks } from './media-links.tsx'

/** Texts of an event, in the words of the page. */
export function useEventTexts() {
  const nameOf = useEventName()
  const unit = useLengthUnit()
  const fleet = useFleet()
  const isLoaded = useFleetState(({ loaded }) => loaded)
  return useMemo(() => {
    const deviceOf = (id: string) => (isLoaded ? fleet.state.getState().devices.get(id) : undefined)
    return {
      name: ({ appdevid, eventname }: StoredEvent) => nameOf(appdevid, eventname),
      driver: ({ deviceid }: StoredEvent) => deviceOf(deviceid)?.driverName ?? '',
      deviceMemo: ({ deviceid }: StoredEvent) => deviceOf(deviceid)?.memo ?? '',
      speed: ({ speed }: StoredEvent) =>
        speed === null ? '' : `${displaySpeed(speed, unit, 'elsewhere')} ${speedUnit(unit)}`,
      place: ({ vehiclex, vehicley }: StoredEvent) =>
        vehiclex === null || vehicley === null ? '' : `${vehiclex.toFixed(5)}, ${vehicley.toFixed(5)}`,
    }
  }, [nameOf, unit, fleet, isLoaded])
}

export type EventTexts = ReturnType<typeof useEventTexts>

export function exportedEvent(event: StoredEvent, texts: EventTexts): ExportedEvent {
  const { vehiclex: lat, vehicley: lng, speed } = event
  return {
    key: String(event.serialno),
    deviceId: event.deviceid,
    name: texts.name(event),
    notifyText: event.notifytext ?? '',
    memo: event.memo,
    timeS: event.eventtimeutc,
    place: lat === null || lng === null ? null : { lat, lng, speedKmh: speed ?? 0 },
  }
}

/** EVT-19. Only columns that the server sorts by can be sorted by; without `sorts` none. */
export function useEventColumns(
  changes: EventChanges,
  { sorts = false, first = 0 }: { readonly sorts?: boolean; readonly first?: number } = {},
): readonly DataColumn<StoredEvent>[] {
  const t = useText()
  const texts = useEventTexts()
  const text = (id: string, label: string, value: (event: StoredEvent) => string, isSorted = false) => ({
    id,
    label,
    text: value,
    ...(!(sorts && isSorted) && { unsorted: true as const }),
  })
  return [
    {
      id: 'number',
      label: t('eventList.number'),
      plain: true,
      numeric: true,
      text: () => '',
      cell: (_, index) => first + index + 1,
    },
    text('device', t('eventList.deviceId'), ({ deviceid }) => deviceid),
    text('driver', t('eventList.driver'), texts.driver),
    text('deviceMemo', t('eventList.deviceMemo'), texts.deviceMemo),
    {
      ...text('appdevid', t('eventList.event'), texts.name, true),
      cell: (event) => <EventName event={event} name={texts.name(event)} />,
    },
    text('time', t('eventList.eventTime'), ({ eventtimeutc }) => localTimeText(eventtimeutc), true),
    text(
      'updatetime',
      t('eventList.updateTime'),
      (event) => localTimeText(Math.floor(changes.latest(event).updatetime)),
      true,
    ),
    { ...text('speed', t('eventList.speed'), texts.speed, true), numeric: true },
    text('location', t('eventList.location'), texts.place),
    {
      ...text('footage', t('eventList.footage'), () => ''),
      cell: (event) => (
        <span className={styles.links}>
          <PlayLink event={event} />
          <EvidenceOfEvent event={event} isIcon />
          <FootageLinks event={event} />
        </span>
      ),
    },
    { ...text('snapshot', t('eventList.snapshot'), () => ''), cell: (event) => <SnapshotLinks event={event} /> },
    {
      ...text('checkstatus', t('eventList.check'), () => '', true),
      cell: (event) => <CheckCell event={changes.latest(event)} changes={changes} />,
    },
    {
      ...text('memo', t('eventList.memo'), ({ memo }) => memo),
      cell: (event) => <EventMemoCell event={changes.latest(event)} changes={changes} />,
    },
  ]
}

/** The colour is that of the profile of the device (PROF-13). */
export function EventName({ event, name }: { readonly event: StoredEvent; readonly name: string }) {
  const t = useText()
  const { notifycolor, notifytext, cmd } = event
  return (
    <span className={styles.name} dir="auto" title={notifytext} data-cover={cmd === 'cover' || undefined}>
      {notifycolor === undefined ? null : <span className={styles.dot} style={{ background: notifycolor }} />}
      {cmd === 'cover' ? t('eventList.ended', { event: name }) : name}
    </span>
  )
}
