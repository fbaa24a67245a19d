import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import { useDeviceCommands } from '../devices.commands.ts'

/** DASH-60, DASH-63: asks first; cancel changes nothing. */
export function RemoveDevice({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const commands = useDeviceCommands()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('dashboard.delLabel', { device: deviceId })}
        title={t('dashboard.remove')}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" size={18} />
      </button>
      <ConfirmDialog
        open={asking}
        title={t('dashboard.removeTitle', { device: deviceId })}
        text={t('dashboard.removeHint')}
        confirmLabel={t('dashboard.remove')}
        onConfirm={async () => void (await commands.remove(deviceId))}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
