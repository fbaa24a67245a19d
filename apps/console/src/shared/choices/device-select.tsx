import { useDeferredValue, useState } from 'react'
import { type Device, useFleetList } from '../../engines/fleet/index.ts'
import { Icon, VirtualList } from '../../ui/index.ts'
import './choices.css'
import { DevicePopup } from './device-popup.tsx'

/** One of all devices, found by typing a part of its entry: device id - vehicle id - driver name (GPSP-10). */
export function DeviceSelect(props: {
  readonly label: string
  /** The text of the button while no device is chosen. */
  readonly placeholder: string
  readonly findLabel: string
  readonly chosen: Device | null
  /** Devices that are chosen already elsewhere. */
  readonly without?: readonly string[]
  readonly disabled?: boolean
  readonly onDevice: (deviceId: string) => void
}) {
  const name = props.chosen ? entryOf(props.chosen) : props.placeholder
  return (
    <DevicePopup
      label={props.label}
      name={name}
      disabled={props.disabled}
      list={({ close }) => (
        <div className="device-choice-list panel">
          <Entries
            {...props}
            onDevice={(deviceId) => {
              props.onDevice(deviceId)
              close()
            }}
          />
        </div>
      )}
    />
  )
}

function Entries(props: Parameters<typeof DeviceSelect>[0]) {
  const { without = [], chosen, onDevice } = props
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text.trim().toLowerCase())
  const all = useFleetList(allDevices)
  const found = all.filter((one) => !without.includes(one.deviceId) && entryOf(one).toLowerCase().includes(wanted))
  return (
    <div className="device-select">
      <div className="device-filter">
        <Icon name="search" size={16} />
        <input
          className="form-control form-control-sm"
          type="search"
          aria-label={props.findLabel}
          placeholder={props.findLabel}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first && found.length === 1) onDevice(first.deviceId)
          }}
        />
      </div>
      <VirtualList
        className="device-select-entries"
        items={found}
        keyOf={idOf}
        heightPx={entryPx}
        entry={(one) => (
          <button
            type="button"
            className="device-select-entry"
            aria-current={one.deviceId === chosen?.deviceId}
            dir="auto"
            onClick={() => onDevice(one.deviceId)}
          >
            {entryOf(one)}
          </button>
        )}
      />
    </div>
  )
}

function entryOf({ deviceId, memo, driverName }: Device): string {
  return [deviceId, memo, driverName].filter((part) => part !== '').join(' - ')
}

const idOf = ({ deviceId }: Device): string => deviceId
const entryPx = (): number => 40

function allDevices({ devices }: { readonly devices: ReadonlyMap<string, Device> }): readonly Device[] {
  return [...devices.values()]
}
