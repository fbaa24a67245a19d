import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { NoDevices } from '../../../engines/device-list/index.ts'
import type { Device } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { CaptionKind } from '../fleet-map.rules.ts'
import { CaptionPicker } from './caption-picker.tsx'
import { DeviceEntry } from './device-entry.tsx'

const entryPx = 76

/** MAP-32: one entry a device; only those in sight exist, so ten thousand scroll like ten. */
export function DeviceList(props: {
  readonly devices: readonly Device[]
  readonly loaded: boolean
  readonly caption: CaptionKind
  readonly onCaption: (kind: CaptionKind) => void
  readonly focusedId: string | null
  readonly onOpen: (id: string) => void
}) {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const { devices } = props
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => entryPx,
    overscan: 6,
    getItemKey: (index) => devices[index]?.deviceId ?? index,
  })
  return (
    <aside className="map-list" aria-label={t('map.list')}>
      <CaptionPicker chosen={props.caption} onChoose={props.onCaption} />
      <div className="map-list-scroll" ref={scroller}>
        {devices.length === 0 ? <NoEntries loaded={props.loaded} /> : null}
        <ul style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const device = devices[index]
            return device ? (
              <li key={key} style={{ transform: `translateY(${start}px)`, height: entryPx }}>
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
