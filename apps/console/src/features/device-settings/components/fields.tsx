import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { fitsText } from '../device-editor.rules.ts'

/** A label above its control, and what is wrong or to be known below it. */
export function Field(props: {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | null
  readonly children: (control: { readonly id: string; readonly describedBy: string }) => ReactNode
}) {
  const id = useId()
  const { label, hint, fault } = props
  return (
    <div className="editor-field">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      {props.children({ id, describedBy: `${id}-about` })}
      <p id={`${id}-about`} className={fault ? 'editor-fault' : 'muted'} role={fault ? 'alert' : undefined}>
        {fault ?? hint}
      </p>
    </div>
  )
}

/** SDEV-48: what is too long is not taken. */
export function TextField(props: {
  readonly label: string
  readonly hint?: string
  readonly fault?: string | null
  readonly max: number
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { label, hint, fault = null, max, value, onChange } = props
  return (
    <Field label={label} {...(hint !== undefined && { hint })} fault={fault}>
      {({ id, describedBy }) => (
        <input
          id={id}
          className={fault ? 'form-control is-invalid' : 'form-control'}
          dir="auto"
          autoComplete="off"
          aria-describedby={describedBy}
          aria-invalid={fault !== null}
          value={value}
          onChange={(event) => {
            if (fitsText(event.target.value, max)) onChange(event.target.value)
          }}
        />
      )}
    </Field>
  )
}

/** A number within bounds. What is none is kept as it was typed and told, and Save waits for it. */
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
    <Field label={label} {...(hint !== undefined && { hint })} fault={isWrong ? props.fault : null}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="number"
          className={isWrong ? 'form-control is-invalid' : 'form-control'}
          aria-describedby={describedBy}
          aria-invalid={isWrong}
          min={low}
          max={high}
          value={typed ?? String(value)}
          onChange={({ target }) => {
            const number = /^\d+$/.test(target.value) ? Number(target.value) : Number.NaN
            const isTaken = number >= low && number <= high
            setTyped(isTaken ? null : target.value)
            onChange(isTaken ? number : null)
          }}
        />
      )}
    </Field>
  )
}

export function ChoiceField<Value extends string | number>(props: {
  readonly label: string
  readonly hint?: string
  readonly value: Value
  readonly choices: readonly (readonly [Value, string])[]
  readonly onChange: (value: Value) => void
}) {
  const { label, hint, value, choices, onChange } = props
  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      {({ id, describedBy }) => (
        <select
          id={id}
          className="form-select"
          aria-describedby={describedBy}
          value={value}
          onChange={({ target }) => {
            const chosen = choices.find(([one]) => String(one) === target.value)
            if (chosen) onChange(chosen[0])
          }}
        >
          {choices.map(([one, word]) => (
            <option key={one} value={one}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
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
        <Field label={label}>
          {({ id }) => <input id={id} className="form-control" disabled placeholder={t('editor.default')} />}
        </Field>
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
