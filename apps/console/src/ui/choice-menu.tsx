import { Dropdown } from 'react-bootstrap'
import type { IconName } from '../platform/icons/index.ts'
import { Icon } from './icon.tsx'

/** One choice out of a few, behind an icon. */
export function ChoiceMenu<T extends string>(props: {
  readonly icon: IconName
  readonly label: string
  readonly chosen: T
  readonly choices: readonly { readonly value: T; readonly label: string }[]
  readonly onChoose: (value: T) => void
}) {
  const name = props.choices.find(({ value }) => value === props.chosen)?.label ?? props.chosen
  return (
    <Dropdown align="end">
      <Dropdown.Toggle
        bsPrefix="icon-button dropdown-toggle"
        aria-label={`${props.label}: ${name}`}
        title={props.label}
      >
        <Icon name={props.icon} />
      </Dropdown.Toggle>
      <Dropdown.Menu className="choice-menu" role="menu" aria-label={props.label}>
        {props.choices.map(({ value, label }) => (
          <Dropdown.Item
            as="button"
            type="button"
            key={value}
            role="menuitemradio"
            aria-checked={value === props.chosen}
            onClick={() => props.onChoose(value)}
          >
            <Icon name="check" size={16} />
            {label}
          </Dropdown.Item>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  )
}
