import { memo } from 'react'
import { Link } from 'react-router'
import { type Device, drivingState, useDevice } from '../../../engines/fleet/index.ts'
import { useLengthUnit } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { VehicleIcon } from '../../../ui/index.ts'
import { type ColumnId, columns, smartIsLow, smartText } from '../devices.columns.ts'
import { useMayLive } from '../use-may-live.ts'
import { RemoveDevice } from './remove-device.tsx'

/** One device. It reads its own device, so a change of one device draws one row. */
export const DeviceRow = memo(function DeviceRow(props: {
  readonly deviceId: string
  readonly columns: readonly ColumnId[]
  readonly mayRemove: boolean
  /** It was added a moment ago. */
  readonly added: boolean
}) {
  const t = useText()
  const unit = useLengthUnit()
  const device = useDevice(props.deviceId)
  if (!device) return null
  return (
    <tr
      className={device.online ? undefined : 'offline'}
      data-added={props.added || undefined}
      aria-current={props.added || undefined}
    >
      <th scope="row">
        <DeviceName device={device} />
      </th>
      {props.columns.map((id) => {
        const { numeric, text } = columns[id]
        return (
          <td key={id} className={numeric ? 'numeric num' : undefined}>
            {id === 'sd' ? <CardHealth smart={device.smart} /> : text(device, unit, t)}
          </td>
        )
      })}
      <td className="num">{device.statusTimeS === null ? t('dashboard.never') : localTimeText(device.statusTimeS)}</td>
      {props.mayRemove ? (
        <td className="action-cell">
          <RemoveDevice deviceId={device.deviceId} />
        </td>
      ) : null}
    </tr>
  )
})

/** DASH-38 … 42: the icon turned by the heading, a red dot while recording, the way to the live picture. */
function DeviceName({ device }: { readonly device: Device }) {
  const t = useText()
  const mayLive = useMayLive()
  const state = drivingState(device)
  const inside = (
    <>
      <span className={`state-badge state-${state}`} title={t(`state.${state}`)}>
        <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} size={20} />
        {device.recording ? <span className="recording-dot" title={t('state.recording')} /> : null}
      </span>
      <span className="device-name-text">
        {device.deviceId}
        <small className={`state-word state-${state}`}>{t(`state.${state}`)}</small>
      </span>
    </>
  )
  if (!mayLive) return <span className="device-name">{inside}</span>
  return (
    <Link
      className="device-name"
      to={`/liveview/${encodeURIComponent(device.deviceId)}`}
      title={t('dashboard.openLive', { device: device.deviceId })}
    >
      {inside}
    </Link>
  )
}

/** ENT-022 … 026; where nothing was heard of either slot, there is nothing to ask about. */
function CardHealth({ smart }: { readonly smart: Device['smart'] }) {
  if (smart.every((health) => health === -2)) return '–'
  return (
    <span className="num">
      <span className={smartIsLow(smart[0]) ? 'low' : undefined}>{smartText(smart[0])}</span>
      {' / '}
      <span className={smartIsLow(smart[1]) ? 'low' : undefined}>{smartText(smart[1])}</span>
    </span>
  )
}
