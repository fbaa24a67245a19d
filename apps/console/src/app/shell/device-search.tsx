import { pageAt } from '@fleetglass/contract/pages'
import { generatePath, useLocation, useNavigate } from 'react-router'
import { filterDevices, useFleet, useFleetState } from '../../engines/fleet/index.ts'
import { leavePage } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** The text filter of the shell (SYNC-34 … 39): every device list and the map follow it. Enter opens the only one left. */
export function DeviceSearch() {
  const t = useText()
  const fleet = useFleet()
  const text = useFleetState((state) => state.filter.text)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const openSingle = (): void => {
    const { devices, filter } = fleet.state.getState()
    const [device, ...more] = filterDevices(devices.values(), filter)
    const path = pageAt(pathname)?.path
    if (!device || more.length > 0 || path === undefined || text.trim() === '') return
    const address = addressOf(path, device.deviceId)
    // The same page keeps unsaved edits.
    if (address.split('?')[0] === pathname) void navigate(address)
    else leavePage((replace) => void navigate(address, { replace }))
  }
  return (
    <search className="device-search">
      <Icon name="search" size={18} />
      <input
        className="form-control"
        aria-label={t('filter.text')}
        placeholder={t('filter.text')}
        title={t('filter.textHint')}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => fleet.setFilterText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') openSingle()
        }}
      />
      {text === '' ? null : (
        <button
          type="button"
          className="icon-button"
          aria-label={t('filter.clear')}
          onClick={() => fleet.setFilterText('')}
        >
          <Icon name="close" size={16} />
        </button>
      )}
    </search>
  )
}

/** A page of one device has its id in the path; any other gets it as a parameter. */
function addressOf(path: string, deviceid: string): string {
  if (path.includes(':deviceid')) return generatePath(path, { deviceid })
  return `${path}?device=${encodeURIComponent(deviceid)}`
}
