import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import { type FieldOf, useField } from './use-field.ts'

type TextKind = 'text' | 'tel' | 'date' | 'email' | 'number'

/** A text. What is longer than `max` characters is not taken into the field. */
export function TextField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & {
    readonly kind?: TextKind
    readonly max?: number
    /** For a number as it is typed, without the arrows of a number field. */
    readonly isDecimal?: boolean
    /** What is taken into the field of what was typed. */
    readonly clean?: (text: string) => string
    readonly disabled?: boolean
  },
) {
  const { form, name, label, hint, faultText, kind = 'text', max, isDecimal, clean } = props
  const { id, value, fault, change, control } = useField(form, name, faultText)
  const size = isDecimal ? 'form-control num' : 'form-control'
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <input
        {...control}
        type={kind}
        className={fault === null ? size : `${size} is-invalid`}
        dir={isDecimal ? undefined : 'auto'}
        inputMode={isDecimal ? 'decimal' : undefined}
        autoComplete="off"
        spellCheck={false}
        disabled={props.disabled}
        value={value as string}
        onChange={({ target }) => {
          const text = clean === undefined ? target.value : clean(target.value)
          if (max === undefined || [...text].length <= max) change(text as FieldPathValue<Input, Name>)
        }}
      />
    </Field>
  )
}
