import { Dropdown } from 'react-bootstrap'
import { useStore } from 'zustand'
import { useEvents } from '../../engines/events/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** EVTS-19: the entry of the user menu that switches event notices of this browser off and on. */
export function NotificationSwitch() {
  const t = useText()
  const { notify } = useEvents()
  const on = useStore(notify)
  return (
    <Dropdown.Item
      as="button"
      type="button"
      role="menuitemcheckbox"
      aria-checked={on}
      onClick={() => notify.setState(!on, true)}
    >
      <Icon name={on ? 'bell' : 'bellOff'} size={16} /> {t('event.notify')} {on && <Icon name="check" size={16} />}
    </Dropdown.Item>
  )
}
