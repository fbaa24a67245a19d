import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { closeDialog, leavePage, openedAnew } from '../../../platform/pages/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import styles from './command-bar.module.css'
import { type Command, useCommands } from './use-commands.ts'

/** One field that leads to a vehicle, to a moment of its past, to what can be done with it, and to every page. */
export function CommandBar() {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const { devices, pages, places } = useCommands(text)
  const commands = [...devices, ...pages, ...places]
  const open = useOpen()
  useEffect(() => field.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && commands.length > 0) setActive((active + step + commands.length) % commands.length)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(commands[active])
    else return
    event.preventDefault()
  }
  const group = (label: string, ofGroup: readonly Command[], before: number) =>
    ofGroup.length === 0 ? null : (
      <Group id={id} label={label} commands={ofGroup} before={before} active={active} onOpen={open} />
    )
  return (
    <div className={styles.bar}>
      <input
        ref={field}
        role="combobox"
        type="text"
        className="form-control"
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        aria-label={t('command.field')}
        aria-describedby={`${id}-hint`}
        aria-expanded={commands.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={commands.length > 0 ? `${id}-${active}` : undefined}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {t('command.hint')}
      </p>
      <div id={`${id}-list`} className={styles.list} role="listbox" aria-label={t('command.title')}>
        {group(t('command.devices'), devices, 0)}
        {group(t('command.pages'), pages, devices.length)}
        {group(t('command.places'), places, devices.length + pages.length)}
      </div>
      <p className={styles.none} role="status">
        {commands.length === 0 ? t('command.none', { text }) : ''}
      </p>
    </div>
  )
}

function Group(props: {
  readonly id: string
  readonly label: string
  readonly commands: readonly Command[]
  /** How many commands stand before the group. */
  readonly before: number
  readonly active: number
  readonly onOpen: (command: Command) => void
}) {
  const { id, before, active } = props
  return (
    <fieldset aria-labelledby={`${id}-from-${before}`}>
      <div id={`${id}-from-${before}`} className={styles.heading}>
        {props.label}
      </div>
      {props.commands.map((command, index) => (
        <button
          key={command.key}
          ref={before + index === active ? intoSight : null}
          id={`${id}-${before + index}`}
          type="button"
          role="option"
          tabIndex={-1}
          className={styles.command}
          aria-selected={before + index === active}
          onClick={() => props.onOpen(command)}
        >
          <Icon name={command.icon} size={18} />
          <bdi className={styles.label}>{command.label}</bdi>
          <bdi className={styles.action}>{command.action}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** Leaves the page for what was chosen, after a question where something was not saved. A dialog lies before the page. */
function useOpen(): (command: Command | undefined) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (command) => {
    if (command === undefined) return
    const { target, anew = false } = command
    closeDialog()
    if (typeof target !== 'string') return target()
    const isHere = target.split('?', 1)[0] === pathname
    leavePage((replace) => void navigate(target, { replace, state: anew && isHere ? openedAnew() : null }))
  }
}
