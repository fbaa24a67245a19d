import { administratorOnly, can } from '@fleetglass/contract/access'
import { useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useDevice } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { type Asked, DeviceDialogs, deviceActionNames, deviceActions } from '../../../shared/device-actions/index.ts'
import { Icon } from '../../../ui/index.ts'

/** SDEV-08 … 13: actions on the device and its recordings; each needs a confirmation. */
export function EditorActions({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const { rights } = useSession()
  const online = useDevice(deviceId)?.online ?? false
  const [asked, setAsked] = useState<Asked | null>(null)
  const names = deviceActionNames.filter((name) => can(rights, deviceActions[name].access))
  const mayRemove = can(rights, administratorOnly)
  if (names.length === 0 && !mayRemove) return null
  return (
    <fieldset className="editor-part">
      <legend>{t('editor.actions')}</legend>
      <div className="editor-actions">
        {names.map((name) => {
          const { icon, labelKey, needsDevice } = deviceActions[name]
          return (
            <button
              key={name}
              type="button"
              className="btn btn-quiet icon-text"
              disabled={needsDevice && !online}
              title={needsDevice && !online ? t('state.offline') : undefined}
              onClick={() => setAsked({ name, deviceId })}
            >
              <Icon name={icon} size={18} />
              {t(labelKey)}
            </button>
          )
        })}
        {mayRemove ? (
          <button
            type="button"
            className="btn btn-quiet icon-text"
            onClick={() => setAsked({ name: 'remove', deviceId })}
          >
            <Icon name="trash" size={18} />
            {t('editor.remove')}
          </button>
        ) : null}
      </div>
      <DeviceDialogs asked={asked} onClose={() => setAsked(null)} />
    </fieldset>
  )
}
