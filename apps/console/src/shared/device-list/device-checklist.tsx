import { useState } from 'react'
import { type Device, useDevice, useDeviceNames, useFleetList } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { VirtualList } from '../../ui/index.ts'
import './device-checklist.css'

const rowPx = 44

/** The devices that something is for. */
export function DeviceChecklist(props: {
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
  readonly disabled: boolean
  /** What the choice leads to, where that should be known. */
  readonly hint?: string
}) {
  const t = useText()
  const [search, setSearch] = useState('')
  const ids = useFleetList((state) =>
    [...state.devices.values()].filter((device) => fits(device, search)).map(({ deviceId }) => deviceId),
  )
  const { chosen, onChosen, disabled } = props
  const toggle = (deviceId: string): void => {
    const next = new Set(chosen)
    if (!next.delete(deviceId)) next.add(deviceId)
    onChosen(next)
  }
  return (
    <fieldset className="device-checklist" disabled={disabled}>
      <legend>{t('choice.devices')}</legend>
      <div className="device-checklist-search">
        <input
          type="search"
          className="form-control"
          aria-label={t('choice.search')}
          placeholder={t('choice.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <span className="muted num">{t('choice.chosen', { count: chosen.size })}</span>
      </div>
      <p className="device-checklist-hint" role="status">
        {props.hint}
      </p>
      {ids.length === 0 ? (
        <p className="muted">{t('choice.none')}</p>
      ) : (
        <VirtualList
          className="device-checklist-entries"
          items={ids}
          keyOf={(id) => id}
          heightPx={() => rowPx}
          entry={(id) => <Choice deviceId={id} chosen={chosen.has(id)} onToggle={() => toggle(id)} />}
        />
      )}
    </fieldset>
  )
}

function Choice(props: { readonly deviceId: string; readonly chosen: boolean; readonly onToggle: () => void }) {
  const t = useText()
  const { deviceId } = props
  const device = useDevice(deviceId)
  const { name, number } = useDeviceNames(device ?? { deviceId })
  return (
    <label className="device-checklist-one">
      <input type="checkbox" className="form-check-input" checked={props.chosen} onChange={props.onToggle} />
      <span className="device-checklist-name" dir="auto">
        {name}
      </span>
      <small className="muted" dir="auto">
        {[number, device?.driverName].filter(Boolean).join(' · ')}
      </small>
      <small className={device?.online ? 'state-word state-driving' : 'state-word state-offline'}>
        {t(device?.online ? 'state.online' : 'state.offline')}
      </small>
    </label>
  )
}

function fits({ deviceId, memo, plate, driverName }: Device, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || [deviceId, memo, plate, driverName].some((text) => text.toLowerCase().includes(wanted))
}
