import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { CheckInput, TextInput, type TextOptions } from './inputs.tsx'
import { type FieldOf, useField } from './use-field.ts'

/** A text of a form. */
export function TextField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & TextOptions,
) {
  const { form, name, faultText, ...options } = props
  const { value, fault, change, control } = useField(form, name, faultText)
  return (
    <TextInput
      {...options}
      value={value}
      fault={fault}
      control={control}
      onChange={(text) => change(text as FieldPathValue<Input, Name>)}
    />
  )
}

/** A box of a form. `on` and `off` where the value is not a boolean. */
export function CheckField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: Pick<FieldOf<Input, Output, Name>, 'form' | 'name' | 'label'> & {
    readonly on?: FieldPathValue<Input, Name>
    readonly off?: FieldPathValue<Input, Name>
  },
) {
  const { form, name, label, on = true, off = false } = props
  const { value, change, control } = useField(form, name)
  return (
    <CheckInput
      label={label}
      value={value === on}
      control={control}
      onChange={(isOn) => change((isOn ? on : off) as FieldPathValue<Input, Name>)}
    />
  )
}
