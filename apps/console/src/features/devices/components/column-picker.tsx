import { Dropdown } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import { type ColumnId, columns } from '../devices.columns.ts'

/** DASH-15: single columns on and off; the list stays open for the next one. */
export function ColumnPicker(props: {
  readonly offered: readonly ColumnId[]
  readonly chosen: readonly ColumnId[]
  readonly onSwitch: (id: ColumnId) => void
}) {
  const t = useText()
  return (
    <Dropdown align="end" autoClose="outside">
      <Dropdown.Toggle variant="quiet" size="sm" className="icon-text">
        <Icon name="columns" size={16} />
        {t('dashboard.columns')}
      </Dropdown.Toggle>
      <Dropdown.Menu className="column-menu">
        {props.offered.map((id) => (
          <label key={id} className="column-choice">
            <input
              type="checkbox"
              className="form-check-input"
              checked={props.chosen.includes(id)}
              onChange={() => props.onSwitch(id)}
            />
            {t(columns[id].labelKey)}
          </label>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  )
}
