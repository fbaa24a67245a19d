// Belongs here: which rows the device filter of the console leaves. Does not: what the filters mean (engines/fleet).
import { useId, useMemo } from 'react'
import { type FilterMode, filterDevices, filterModes, useFleet, useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'

interface RowFilter {
  /** DEBUG-31 to DEBUG-37. */
  readonly mode: (row: object) => boolean
  /** DEBUG-38: the row is of a device that the text fits. */
  readonly text: (row: object) => boolean
}

/** With `all` also devices are shown that nobody has registered. */
export function useDeviceFilter(text: string): RowFilter {
  const devices = useFleetState((state) => state.devices)
  const mode = useFleetState((state) => state.filter.mode)
  return useMemo(() => {
    const idsOf = (filter: { readonly mode: FilterMode; readonly text: string }): ReadonlySet<string> =>
      new Set(filterDevices(devices.values(), { ...filter, group: null }).map(({ deviceId }) => deviceId))
    const byMode = mode === 'all' ? null : idsOf({ mode, text: '' })
    const byText = text.trim() === '' ? null : idsOf({ mode: 'all', text })
    return {
      mode: (row) => byMode === null || byMode.has(deviceIdOf(row)),
      text: (row) => byText === null || byText.has(deviceIdOf(row)),
    }
  }, [devices, mode, text])
}

function deviceIdOf(row: object): string {
  return 'deviceid' in row ? String(row.deviceid) : ''
}

/** The choice is the one of the console's pages, and is remembered with it (DEBUG-40). */
export function DeviceModeChoice() {
  const t = useText()
  const id = useId()
  const fleet = useFleet()
  const mode = useFleetState((state) => state.filter.mode)
  return (
    <label className="monitor-devices" htmlFor={id}>
      <span>{t('monitor.devices')}</span>
      <select
        id={id}
        className="form-select form-select-sm"
        value={mode}
        onChange={({ target }) => fleet.setFilterMode(filterModes.find((one) => one === target.value) ?? 'all')}
      >
        {filterModes.map((one) => (
          <option key={one} value={one}>
            {t(`filter.${one}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
