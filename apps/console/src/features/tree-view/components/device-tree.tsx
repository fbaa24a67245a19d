import type { Wrap } from '@fleetglass/contract/tree-view'
import { type KeyboardEvent, memo, useCallback, useMemo, useState } from 'react'
import {
  type Device,
  drivingState,
  filterDevices,
  offeredChannels,
  useDeviceLabel,
  useDeviceNames,
  useFleetList,
  useFleetState,
} from '../../../engines/fleet/index.ts'
import { useIsMobile, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DeviceFilter, NoDevices, onlineFirst } from '../../../shared/device-list/index.ts'
import { Icon, VehicleIcon, VirtualList } from '../../../ui/index.ts'
import { keyOf } from '../layouts.ts'

/** One line of the tree: a device, or one of the tiles that can be made of it. */
type Line =
  | { readonly kind: 'device'; readonly device: Device; readonly open: boolean }
  | { readonly kind: 'tile'; readonly wrap: Wrap; readonly name: string; readonly shown: boolean }

/** TREE-03, TREE-50: the devices of the console's filter with their channels and maps; a click adds a tile or takes it away. */
export function DeviceTree(props: { readonly wraps: readonly Wrap[]; readonly onToggle: (wrap: Wrap) => void }) {
  const t = useText()
  const { offeredChannels: limit } = useSite()
  const loaded = useFleetState((state) => state.loaded)
  const heightOf = useIsMobile() ? phoneHeightOf : desktopHeightOf
  const devices = useFleetList(({ devices: all, filter }) => onlineFirst(filterDevices(all.values(), filter)))
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => new Set(props.wraps.map(keyOf)), [props.wraps])
  const lines = useMemo(() => linesOf(devices, open, shown, limit), [devices, open, shown, limit])
  const setDeviceOpen = useCallback((deviceId: string, isOpen: boolean) => {
    setOpen((before) => {
      const after = new Set(before)
      if (isOpen) after.add(deviceId)
      else after.delete(deviceId)
      return after
    })
  }, [])
  return (
    <nav className="device-tree device-sidebar panel" aria-label={t('tree.devices')}>
      <DeviceFilter />
      <VirtualList
        className="device-entries"
        items={lines}
        keyOf={keyOfLine}
        heightPx={heightOf}
        entry={(line) =>
          line.kind === 'device' ? (
            <ConnectedDevice device={line.device} open={line.open} onOpen={setDeviceOpen} />
          ) : (
            <TileLine wrap={line.wrap} name={line.name} shown={line.shown} onToggle={props.onToggle} />
          )
        }
      />
      {loaded && devices.length === 0 ? <NoDevices /> : null}
    </nav>
  )
}

function linesOf(
  devices: readonly Device[],
  open: ReadonlySet<string>,
  shown: ReadonlySet<string>,
  limit: number,
): readonly Line[] {
  return devices.flatMap((device): Line[] => {
    const { deviceId, channels } = device
    const isOpen = open.has(deviceId)
    const line: Line = { kind: 'device', device, open: isOpen }
    if (!isOpen) return [line]
    const tile = (wrap: Wrap, name: string): Line => ({ kind: 'tile', wrap, name, shown: shown.has(keyOf(wrap)) })
    return [
      line,
      ...offeredChannels(channels, limit).map(({ number, name }) =>
        tile({ device: deviceId, type: 'channel', channel: number }, name),
      ),
      tile({ device: deviceId, type: 'map', channel: 0 }, ''),
    ]
  })
}

const ConnectedDevice = memo(function ConnectedDevice(props: {
  readonly device: Device
  readonly open: boolean
  readonly onOpen: (deviceId: string, open: boolean) => void
}) {
  const t = useText()
  const { device, open, onOpen } = props
  const { deviceId, driverName } = device
  const label = useDeviceLabel(device)
  const { name, number } = useDeviceNames(device)
  const state = drivingState(device)
  const more = [number, driverName].filter((part) => part !== '').join(' · ')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { direction } = getComputedStyle(event.currentTarget)
    const [opens, closes] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
    if (event.key === opens) onOpen(deviceId, true)
    if (event.key === closes) onOpen(deviceId, false)
  }
  return (
    <button
      type="button"
      className={`device-entry tree-device state-${state}`}
      aria-expanded={open}
      aria-label={t('tree.expand', { device: label })}
      onClick={() => onOpen(deviceId, !open)}
      onKeyDown={onKeyDown}
    >
      <span className="tree-arrow">
        <Icon name="next" size={14} />
      </span>
      <span className="device-entry-icon">
        <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} />
      </span>
      <span className="device-entry-words">
        <span className="device-entry-name" dir="auto">
          {name}
        </span>
        {more === '' ? null : (
          <span className="device-entry-more" dir="auto">
            {more}
          </span>
        )}
      </span>
      <span className="device-entry-state">{t(`state.${state}`)}</span>
    </button>
  )
})

const TileLine = memo(function TileLine(props: {
  readonly wrap: Wrap
  readonly name: string
  readonly shown: boolean
  readonly onToggle: (wrap: Wrap) => void
}) {
  const t = useText()
  const { wrap, name, shown, onToggle } = props
  const isMap = wrap.type === 'map'
  return (
    <button type="button" className="tree-tile" aria-pressed={shown} onClick={() => onToggle(wrap)}>
      <Icon name={isMap ? 'pin' : 'camera'} size={16} />
      <span className="tree-tile-name">
        {isMap ? t('tree.map') : name || t('live.channel', { channel: wrap.channel })}
      </span>
      {shown ? <Icon name="check" size={16} /> : null}
    </button>
  )
})

const keyOfLine = (line: Line): string => (line.kind === 'device' ? line.device.deviceId : keyOf(line.wrap))

const desktopHeightOf = (line: Line): number => (line.kind === 'device' ? 48 : 36)

/** High enough for a thumb. */
const phoneHeightOf = (line: Line): number => (line.kind === 'device' ? 52 : 44)
