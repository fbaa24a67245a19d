import { type ComponentProps, useId } from 'react'
import { describedBy, Field, FieldFault, FieldHint } from './field.tsx'
import styles from './form.module.css'

/** What a control of the kit needs, wherever its value is stored. */
export interface InputOf<Value> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** What is wrong with the value; null for nothing. */
  readonly fault: string | null
  /** Below the control, always. */
  readonly hint?: string | undefined
  /** What a form adds to the control. */
  readonly control?: Pick<ComponentProps<'input'>, 'name' | 'onBlur' | 'disabled' | 'readOnly' | 'placeholder'> & {
    readonly ref?: (element: Element | null) => void
  }
}

export interface TextOptions {
  readonly kind?: 'text' | 'tel' | 'date' | 'email' | 'number' | 'decimal'
  /** Characters: what is longer is not taken into the field. */
  readonly max?: number
  /** What is taken into the field of what was typed. */
  readonly clean?: (text: string) => string
}

/** A text, or a number as it is typed. */
export function TextInput(props: InputOf<string> & TextOptions) {
  const id = useId()
  const { label, value, onChange, fault, hint, control, kind = 'text', max, clean } = props
  const isDecimal = kind === 'decimal'
  const classes = ['form-control', isDecimal && 'num', fault !== null && 'is-invalid']
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <input
        {...control}
        id={id}
        type={isDecimal ? 'text' : kind}
        className={classes.filter(Boolean).join(' ')}
        dir={isDecimal ? undefined : 'auto'}
        inputMode={isDecimal ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={fault !== null}
        aria-describedby={describedBy(id, hint)}
        value={value}
        onChange={({ target }) => {
          const text = clean === undefined ? target.value : clean(target.value)
          if (max === undefined || [...text].length <= max) onChange(text)
        }}
      />
    </Field>
  )
}

/** A value of a select, and what the user reads for it. */
export type Choice<Value> = readonly [value: Value, words: string]

/** One of a few values. */
export function SelectInput<Value extends string | number>(
  props: InputOf<Value> & { readonly choices: readonly Choice<Value>[] },
) {
  const id = useId()
  const { label, value, onChange, fault, hint, control, choices } = props
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <select
        {...(control as ComponentProps<'select'>)}
        id={id}
        className={fault === null ? 'form-select' : 'form-select is-invalid'}
        aria-invalid={fault !== null}
        aria-describedby={describedBy(id, hint)}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([one]) => String(one) === target.value)
          if (chosen) onChange(chosen[0])
        }}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** On or off: a box, or a switch for what takes effect as a whole. */
export function CheckInput(
  props: Pick<InputOf<boolean>, 'label' | 'value' | 'onChange' | 'control' | 'hint'> & {
    readonly fault?: string | null
    readonly look?: 'box' | 'switch'
  },
) {
  const id = useId()
  const { label, value, onChange, control, hint, fault = null, look } = props
  const isSwitch = look === 'switch'
  const check = (
    <label className={isSwitch ? `form-switch ${styles.check} ${styles.switch}` : styles.check}>
      <input
        {...control}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        className="form-check-input"
        aria-describedby={hint === undefined && fault === null ? undefined : describedBy(id, hint)}
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  )
  if (hint === undefined && fault === null) return check
  return (
    <div className={styles.field}>
      {check}
      <FieldFault id={id} fault={fault} />
      <FieldHint id={id} hint={hint} />
    </div>
  )
}
