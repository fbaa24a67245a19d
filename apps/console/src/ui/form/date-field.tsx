import { useId } from 'react'
import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { describedBy, Field } from './field.tsx'
import { type FieldOf, useField } from './use-field.ts'

/**
 * What a half-typed day is in the form: no day, so that the schema rejects it. The browser's own value of it is empty, and would be stored as
 * "no day".
 */
export const HALF_TYPED_DAY = 'half-typed'

/** A day as `YYYY-MM-DD`, or empty, with the calendar of the browser. */
export function DateField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name>,
) {
  const id = useId()
  const { form, name, label, hint, faultText } = props
  const { value, fault, change, control } = useField(form, name, faultText)
  const read = ({ value: day, validity }: HTMLInputElement): void => {
    const next = validity.badInput ? HALF_TYPED_DAY : day
    if (next !== value) change(next as FieldPathValue<Input, Name>)
  }
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <input
        {...control}
        id={id}
        type="date"
        className={fault === null ? 'form-control' : 'form-control is-invalid'}
        // A browser takes six digits for a year.
        max="9999-12-31"
        aria-invalid={fault !== null}
        aria-describedby={describedBy(id, hint)}
        // The browser's value of a half-typed day is empty: what was typed stays.
        value={value === HALF_TYPED_DAY ? '' : value}
        onChange={({ target }) => read(target)}
        // A part of a day that is typed into an empty field is no change for the browser.
        onKeyUp={({ currentTarget }) => read(currentTarget)}
        onBlur={({ target }) => {
          read(target)
          control.onBlur()
        }}
      />
    </Field>
  )
}
