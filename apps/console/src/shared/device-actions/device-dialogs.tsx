import { useState } from 'react'
import { type Device, useFleet } from '../../engines/fleet/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { type DeviceActionName, deviceActions } from './device-actions.ts'
import { useDeviceAction, useRemoveDevice } from './device-commands.ts'
import { FormatCard } from './format-card.tsx'

/** What is about to be done, and to which device. */
export interface Asked {
  readonly name: DeviceActionName | 'remove'
  readonly deviceId: string
}

/**
 * Confirms before anything is done to a device, and names it (DASH-63 … 67). It stands beside the table: a row that leaves the
 * page meanwhile does not close the question.
 */
export function DeviceDialogs({ asked, onClose }: { readonly asked: Asked | null; readonly onClose: () => void }) {
  const t = useText()
  const fleet = useFleet()
  const remove = useRemoveDevice()
  const act = useDeviceAction()
  const known = (): string => namesOf(fleet.state.getState().devices.get(asked?.deviceId ?? ''))
  // The last question stays drawn while its dialog fades out, with the name that the device had then.
  const [shown, setShown] = useState(() => asked && { asked, about: known() })
  if (asked !== null && asked !== shown?.asked) setShown({ asked, about: known() })
  if (shown === null) return null
  const { name, deviceId } = shown.asked
  const frame = { open: asked !== null, onClose, about: shown.about }
  if (name === 'remove') {
    return (
      <ConfirmDialog
        {...frame}
        title={t('dashboard.removeTitle', { device: deviceId })}
        text={t('dashboard.removeHint')}
        confirmLabel={t('dashboard.remove')}
        onConfirm={() => remove.mutateAsync(deviceId)}
      />
    )
  }
  if (name === 'format') {
    return <FormatCard {...frame} deviceId={deviceId} onConfirm={(word) => act.mutateAsync({ name, deviceId, word })} />
  }
  const { titleKey, hintKey, labelKey } = deviceActions[name]
  return (
    <ConfirmDialog
      {...frame}
      title={t(titleKey, { device: deviceId })}
      text={t(hintKey)}
      confirmLabel={t(labelKey)}
      // DASH-67.
      {...(name === 'deleteRecords' ? { typed: { name: deviceId, label: t('column.device') } } : {})}
      onConfirm={() => act.mutateAsync({ name, deviceId })}
    />
  )
}

/** The name of a device whose id is only a number. */
function namesOf(device: Device | undefined): string {
  return [device?.plate, device?.driverName, device?.memo].filter(Boolean).join(' · ')
}
