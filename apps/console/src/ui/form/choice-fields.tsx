import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import styles from './form.module.css'
import { type FieldOf, useField } from './use-field.ts'

/** One of a few values. */
export function SelectField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & {
    readonly choices: readonly (readonly [value: FieldPathValue<Input, Name>, label: string])[]
  },
) {
  const { form, name, label, hint, faultText, choices } = props
  const { id, value, fault, change, control } = useField(form, name, faultText)
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <select
        {...control}
        className={fault === null ? 'form-select' : 'form-select is-invalid'}
        value={String(value)}
        onChange={({ target }) => {
          const chosen = choices.find(([one]) => String(one) === target.value)
          if (chosen) change(chosen[0])
        }}
      >
        {choices.map(([one, words]) => (
          <option key={String(one)} value={String(one)}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  )
}

/** On or off. `on` and `off` where the value is not a boolean. */
export function CheckField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: Pick<FieldOf<Input, Output, Name>, 'form' | 'name' | 'label'> & {
    readonly on?: FieldPathValue<Input, Name>
    readonly off?: FieldPathValue<Input, Name>
  },
) {
  const { form, name, label, on = true, off = false } = props
  const { value, change, control } = useField(form, name)
  return (
    <label className={styles.check}>
      <input
        ref={control.ref}
        name={name}
        type="checkbox"
        className="form-check-input"
        checked={value === on}
        onBlur={control.onBlur}
        onChange={({ target }) => change((target.checked ? on : off) as FieldPathValue<Input, Name>)}
      />
      {label}
    </label>
  )
}
