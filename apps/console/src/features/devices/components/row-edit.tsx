import type { TextKey } from '@fleetglass/texts'
import { Dropdown } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

/** One of the editors that a row leads to. */
export interface RowEditor {
  readonly labelKey: TextKey
  readonly open: (deviceId: string) => void
}

/** A table that scrolls sideways must not cut the menu off. */
const overAll = { strategy: 'fixed' } as const

/** DASH-58, DASH-59: the settings of the device of a row, at the server or in the device itself. */
export function RowEdit({ deviceId, editors }: { readonly deviceId: string; readonly editors: readonly RowEditor[] }) {
  const t = useText()
  const label = t('editor.open', { device: deviceId })
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
        <Icon name="pencil" size={18} />
      </Dropdown.Toggle>
      <Dropdown.Menu popperConfig={overAll}>
        {editors.map(({ labelKey, open }) => (
          <Dropdown.Item key={labelKey} as="button" type="button" onClick={() => open(deviceId)}>
            {t(labelKey)}
          </Dropdown.Item>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  )
}
