import { useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { TextInput } from '../../../ui/form/index.ts'

/** A number within bounds. Other text stays as typed with an error, and Save waits for it. */
export function NumberField(props: {
  readonly label: string
  readonly hint?: string
  readonly fault: string
  readonly low: number
  readonly high: number
  readonly value: number
  /** `null`: what stands in the field is no such number. */
  readonly onChange: (value: number | null) => void
}) {
  const { label, hint, low, high, value, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null
  return (
    <TextInput
      label={label}
      hint={hint}
      kind="number"
      fault={isWrong ? props.fault : null}
      value={typed ?? String(value)}
      onChange={(text) => {
        const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
        const isTaken = number >= low && number <= high
        setTyped(isTaken ? null : text)
        onChange(isTaken ? number : null)
      }}
    />
  )
}

export function SwitchField(props: {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const id = useId()
  return (
    <div className="editor-field">
      <label className="editor-switch">
        <input
          type="checkbox"
          className="form-check-input"
          aria-describedby={id}
          checked={props.isOn}
          onChange={(event) => props.onChange(event.target.checked)}
        />
        {props.label}
      </label>
      <p id={id} className="muted">
        {props.hint}
      </p>
    </div>
  )
}

/** SDEV-46: days, or the default, which is 0. */
export function DaysField(props: {
  readonly label: string
  readonly value: number
  /** What stands there when the default is unchecked. */
  readonly own: number
  readonly onChange: (days: number | null) => void
}) {
  const t = useText()
  const { label, value, own, onChange } = props
  return (
    <div className="editor-days">
      <label className="editor-switch">
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={t('editor.defaultOf', { field: label })}
          checked={value === 0}
          onChange={(event) => onChange(event.target.checked ? 0 : own)}
        />
        {t('editor.default')}
      </label>
      {value === 0 ? (
        <TextInput
          label={label}
          fault={null}
          value=""
          onChange={() => {}}
          control={{ disabled: true, placeholder: t('editor.default') }}
        />
      ) : (
        <NumberField
          label={label}
          fault={t('editor.daysFault')}
          low={1}
          high={29_999}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  )
}
