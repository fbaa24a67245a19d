import { rebootPath } from '@fleetglass/contract/server-settings'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerCall } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog, notify } from '../../../ui/index.ts'

/** SET-039: restarts the server, after a question. */
export function Reboot() {
  const t = useText()
  const call = useServerCall()
  const [isAsking, setAsking] = useState(false)
  const reboot = useMutation({
    mutationFn: () => call('POST', rebootPath, {}),
    onSuccess: () => notify.success(t('serverSettings.rebooting')),
  })
  return (
    <div>
      <button type="button" className="btn btn-quiet" onClick={() => setAsking(true)}>
        {t('serverSettings.reboot')}
      </button>
      <ConfirmDialog
        open={isAsking}
        title={t('serverSettings.rebootTitle')}
        text={t('serverSettings.rebootHint')}
        confirmLabel={t('serverSettings.reboot')}
        onConfirm={async () => {
          await reboot.mutateAsync()
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}
