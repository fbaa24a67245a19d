import type { ReactNode } from 'react'
import { Icon } from '../../ui/index.ts'
import { usePopup } from './use-popup.ts'

/** A button that names the chosen device, and the list behind it. */
export function DevicePopup(props: {
  readonly label: string
  readonly name: string
  readonly disabled?: boolean | undefined
  /** `close` gives the focus back to the button; `hide` leaves it where it goes. */
  readonly list: (done: { readonly close: () => void; readonly hide: () => void }) => ReactNode
}) {
  const { label, name, disabled, list } = props
  const { open, setOpen, close, box, button, typed } = usePopup()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Esc leaves the list, wherever in it the focus is
    <div className="device-choice" ref={box} onKeyDown={typed}>
      <button
        type="button"
        ref={button}
        className="icon-button device-choice-button"
        disabled={disabled}
        aria-expanded={open}
        aria-label={`${label}: ${name}`}
        onClick={() => setOpen(!open)}
      >
        <span dir="auto">{name}</span>
        <Icon name="down" size={16} />
      </button>
      {open ? list({ close, hide: () => setOpen(false) }) : null}
    </div>
  )
}
