import { Dropdown } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { type Asked, type DeviceActionName, deviceActions } from '../../../shared/device-actions/index.ts'
import { Icon } from '../../../ui/index.ts'

/** A table that scrolls sideways must not cut the menu off. */
const overAll = { strategy: 'fixed' } as const

/** What may be done to the device of a row; the menu is made when it is opened. */
export function RowActions(props: {
  readonly deviceId: string
  readonly online: boolean
  readonly actions: readonly DeviceActionName[]
  readonly onAsk: (asked: Asked) => void
}) {
  const t = useText()
  const { deviceId, online, actions, onAsk } = props
  const label = t('action.menu', { device: deviceId })
  return (
    <Dropdown align="end">
      <Dropdown.Toggle
        as="button"
        type="button"
        className="icon-button"
        bsPrefix="row-menu"
        aria-label={label}
        title={label}
      >
        <Icon name="more" size={20} />
      </Dropdown.Toggle>
      <Dropdown.Menu popperConfig={overAll}>
        {actions.map((name) => {
          const { icon, labelKey, needsDevice } = deviceActions[name]
          const away = needsDevice && !online
          return (
            <Dropdown.Item
              key={name}
              as="button"
              type="button"
              className="icon-text"
              disabled={away}
              onClick={() => onAsk({ name, deviceId })}
            >
              <Icon name={icon} size={18} />
              {t(labelKey)}
              {away ? <small className="muted">{t('state.offline')}</small> : null}
            </Dropdown.Item>
          )
        })}
      </Dropdown.Menu>
    </Dropdown>
  )
}
