import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { NoDevices } from '../../../engines/device-list/index.ts'
import type { Device } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { AddressBook } from '../address-book.ts'
import { type CaptionKind, placeOf } from '../fleet-map.rules.ts'
import { CaptionPicker } from './caption-picker.tsx'
import { DeviceEntry } from './device-entry.tsx'

const entryPx = 76
/** With a line for the address. */
const tallEntryPx = 96

/** MAP-32: one entry a device; only those in sight exist, so ten thousand scroll like ten. */
export function DeviceList(props: {
  readonly devices: readonly Device[]
  readonly loaded: boolean
  readonly caption: CaptionKind
  readonly onCaption: (kind: CaptionKind) => void
  readonly focusedId: string | null
  readonly onOpen: (id: string) => void
  /** Null where no addresses are looked up. */
  readonly addresses: AddressBook | null
}) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const { devices, addresses } = props
  const heightPx = addresses ? tallEntryPx : entryPx
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: 6,
    getItemKey: (index) => devices[index]?.deviceId ?? index,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries of another height are measured anew.
  useEffect(() => rows.measure(), [heightPx])
  const { startIndex = 0, endIndex = -1 } = rows.range ?? {}
  useEffect(() => {
    const inView = devices.slice(startIndex, endIndex + 1)
    addresses?.want(
      inView.flatMap((device) => {
        const place = placeOf(device)
        return place ? [{ deviceId: device.deviceId, place: { lat: place.lat, lng: place.lng } }] : []
      }),
    )
  }, [addresses, devices, startIndex, endIndex])
  const step = useArrowKeys(scroller, devices.length, (index) => rows.scrollToIndex(index))
  return (
    <aside className="map-list" aria-label={t('map.list')}>
      <CaptionPicker chosen={props.caption} onChoose={props.onCaption} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go from entry to entry, which are buttons */}
      <div className="map-list-scroll" ref={scroller} onKeyDown={step}>
        {devices.length === 0 ? <NoEntries loaded={props.loaded} /> : null}
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const device = devices[index]
            return device ? (
              <li
                key={key}
                data-index={index}
                style={{ transform: `translateY(${start}px)`, height: heightPx }}
                aria-setsize={devices.length}
                aria-posinset={index + 1}
              >
                <DeviceEntry
                  device={device}
                  caption={props.caption}
                  focused={device.deviceId === props.focusedId}
                  onOpen={props.onOpen}
                />
              </li>
            ) : null
          })}
        </ul>
      </div>
    </aside>
  )
}

/** Up, down, home and end go from entry to entry, those out of sight included. */
function useArrowKeys(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const awaited = useRef<number | null>(null)
  const focus = (index: number): boolean => {
    const button = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] .map-entry-open`)
    button?.focus()
    return button !== null && button !== undefined
  }
  // An entry out of sight exists only after the list was scrolled there.
  useEffect(() => {
    if (awaited.current !== null && focus(awaited.current)) awaited.current = null
  })
  return (event) => {
    const here = Number((event.target as Element).closest<HTMLElement>('[data-index]')?.dataset.index ?? Number.NaN)
    const goals: Readonly<Record<string, number>> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: count - 1 }
    const goal = goals[event.key]
    if (goal === undefined || Number.isNaN(goal) || goal < 0 || goal >= count) return
    event.preventDefault()
    scrollTo(goal)
    awaited.current = focus(goal) ? null : goal
  }
}

function NoEntries({ loaded }: { readonly loaded: boolean }) {
  const t = useText()
  if (loaded) return <NoDevices />
  return (
    <div role="status">
      <span className="visually-hidden">{t('page.loading')}</span>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="map-list-skeleton skeleton" />
      ))}
    </div>
  )
}
