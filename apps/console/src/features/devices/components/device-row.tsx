import { mayBeginTalk } from '@fleetglass/contract/talk'
import { memo } from 'react'
import { type Device, drivingState, numberOf, useDevice, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { openDialog } from '../../../platform/pages/index.ts'
import { useLengthUnit, useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { useMayLivePopup } from '../../../shared/access/index.ts'
import type { Asked, DeviceActionName } from '../../../shared/device-actions/index.ts'
import { livePopup, ptz, talk } from '../../../shared/dialogs/index.ts'
import type { MemoColumn } from '../../../shared/memos/index.ts'
import { Icon, VehicleIcon } from '../../../ui/index.ts'
import { type ColumnId, columns, smartIsLow, smartText } from '../devices.columns.ts'
import { RowActions } from './row-actions.tsx'
import { RowEdit, type RowEditor } from './row-edit.tsx'

export interface RowProps {
  readonly columns: readonly ColumnId[]
  readonly memoColumns: readonly MemoColumn[]
  /** Editors that this account may open. */
  readonly editors: readonly RowEditor[]
  readonly actions: readonly DeviceActionName[]
  readonly mayRemove: boolean
  readonly onAsk: (asked: Asked) => void
}

/** One device. It reads its own device, so a change of one device draws one row. */
export const DeviceRow = memo(function DeviceRow(
  props: RowProps & {
    readonly deviceId: string
    /** It was added a moment ago. */
    readonly added: boolean
  },
) {
  const t = useText()
  const device = useDevice(props.deviceId)
  if (!device) return null
  const { deviceId, online, statusTimeS } = device
  return (
    <tr
      className={online ? undefined : 'offline'}
      data-added={props.added || undefined}
      aria-current={props.added || undefined}
    >
      <th scope="row">
        <DeviceName device={device} />
      </th>
      {props.columns.map((id) => (
        <Cell key={id} id={id} device={device} />
      ))}
      {props.memoColumns.map(({ id, cell }) => (
        <td key={id}>{cell(deviceId)}</td>
      ))}
      <td>
        <span className="num">{statusTimeS === null ? t('dashboard.never') : localTimeText(statusTimeS)}</span>
      </td>
      {props.editors.length > 0 ? (
        <td className="action-cell">
          <RowEdit deviceId={deviceId} editors={props.editors} />
        </td>
      ) : null}
      {props.actions.length > 0 ? (
        <td className="action-cell">
          <RowActions deviceId={deviceId} online={online} actions={props.actions} onAsk={props.onAsk} />
        </td>
      ) : null}
      {props.mayRemove ? (
        <td className="action-cell">
          <button
            type="button"
            className="icon-button"
            aria-label={t('dashboard.delLabel', { device: deviceId })}
            title={t('dashboard.remove')}
            onClick={() => props.onAsk({ name: 'remove', deviceId })}
          >
            <Icon name="trash" size={18} />
          </button>
        </td>
      ) : null}
    </tr>
  )
})

function Cell({ id, device }: { readonly id: ColumnId; readonly device: Device }) {
  const t = useText()
  const unit = useLengthUnit()
  const { numeric, text } = columns[id]
  if (id === 'sd') {
    return (
      <td>
        <CardHealth smart={device.smart} />
      </td>
    )
  }
  if (id === 'ptz') return <SteerCell device={device} />
  if (id === 'talk') return <TalkCell device={device} />
  const words = text(device, unit, t)
  if (numeric) {
    return (
      <td className="numeric">
        <span className="num">{words}</span>
      </td>
    )
  }
  return (
    <td>
      <span className="cell-text" dir="auto" title={words}>
        {words}
      </span>
    </td>
  )
}

/** DASH-38 … 43: the icon turned by the heading, a red dot while recording; a click opens the live picture where it may. */
function DeviceName({ device }: { readonly device: Device }) {
  const t = useText()
  const mayPopup = useMayLivePopup()
  const { deviceId } = device
  const label = useDeviceLabel(device)
  // The table has a column for the name.
  const { plateAsLabel } = useSite()
  const state = drivingState(device)
  const inside = (
    <>
      <span className={`state-badge state-${state}`} title={t(`state.${state}`)}>
        <VehicleIcon icon={device.icon} headingDeg={device.position?.headingDeg ?? 0} size={20} />
        {device.recording ? <span className="recording-dot" title={t('state.recording')} /> : null}
      </span>
      <span className="device-name-text">
        <span>{numberOf(device, plateAsLabel)}</span>
        <small className={`state-word state-${state}`}>{t(`state.${state}`)}</small>
      </span>
    </>
  )
  if (!mayPopup) return <span className="device-name">{inside}</span>
  return (
    <button
      type="button"
      className="device-name"
      title={t('dashboard.openLive', { device: label })}
      onClick={() => openDialog(livePopup, { deviceId })}
    >
      {inside}
    </button>
  )
}

/** DASH-61: the way to a talk, while the device is online (TALK-07). */
function TalkCell({ device }: { readonly device: Device }) {
  const t = useText()
  const label = t('talk.openTo', { device: useDeviceLabel(device) })
  return (
    <td className="action-cell">
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        disabled={!mayBeginTalk(device)}
        onClick={() => openDialog(talk, { deviceId: device.deviceId })}
      >
        <Icon name="phone" size={18} />
      </button>
    </td>
  )
}

/** DASH-62: the way to the modal that steers the cameras. */
function SteerCell({ device }: { readonly device: Device }) {
  const t = useText()
  const label = t('ptz.open', { device: useDeviceLabel(device) })
  return (
    <td className="action-cell">
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        disabled={!device.online}
        onClick={() => openDialog(ptz, { deviceId: device.deviceId })}
      >
        <Icon name="steer" size={18} />
      </button>
    </td>
  )
}

/** ENT-022 … 026: the first and the second slot. */
function CardHealth({ smart }: { readonly smart: Device['smart'] }) {
  return (
    <span className="num">
      <span className={smartIsLow(smart[0]) ? 'low' : undefined}>{smartText(smart[0])}</span>
      {' / '}
      <span className={smartIsLow(smart[1]) ? 'low' : undefined}>{smartText(smart[1])}</span>
    </span>
  )
}
