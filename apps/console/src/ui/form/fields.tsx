import type { FieldPath, FieldPathValue, FieldValues } from 'react-hook-form'
import { CheckInput, type Choice, SelectInput, TextInput, type TextOptions } from './inputs.tsx'
import { LinesInput, SecretInput } from './long-inputs.tsx'
import { type FieldOf, useField } from './use-field.ts'

/** A text of a form, or a number as it is typed. */
export function TextField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & TextOptions,
) {
  const { form, name, faultText, ...options } = props
  return <TextInput {...options} {...useTextInput(form, name, faultText)} />
}

/** A text of several lines. */
export function LinesField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & { readonly rows?: number; readonly isCode?: boolean },
) {
  const { form, name, faultText, ...options } = props
  return <LinesInput {...options} {...useTextInput(form, name, faultText)} />
}

/** A password or key. */
export function SecretField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name>,
) {
  const { form, name, faultText, ...options } = props
  return <SecretInput {...options} {...useTextInput(form, name, faultText)} />
}

/** One of a few values of a form. */
export function SelectField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: FieldOf<Input, Output, Name> & { readonly choices: readonly Choice<FieldPathValue<Input, Name>>[] },
) {
  const { form, name, faultText, ...options } = props
  return <SelectInput {...options} {...useInput(form, name, faultText)} />
}

/** On or off in a form. `on` and `off` where the value is not a boolean. */
export function CheckField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  props: Pick<FieldOf<Input, Output, Name>, 'form' | 'name' | 'label' | 'hint'> & {
    readonly on?: FieldPathValue<Input, Name>
    readonly off?: FieldPathValue<Input, Name>
    readonly look?: 'box' | 'switch'
    readonly disabled?: boolean
  },
) {
  const { form, name, label, hint, on = true, off = false, look = 'box', disabled = false } = props
  const { value, fault, change, control } = useField(form, name)
  return (
    <CheckInput
      label={label}
      hint={hint}
      fault={fault}
      look={look}
      value={value === on}
      control={{ ...control, disabled }}
      onChange={(isOn) => change((isOn ? on : off) as FieldPathValue<Input, Name>)}
    />
  )
}

/** A field of a form as an input of the kit takes it. */
function useInput<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  form: FieldOf<Input, Output, Name>['form'],
  name: Name,
  faultText: string | undefined,
) {
  const { value, fault, change, control } = useField(form, name, faultText)
  return { value, fault, control, onChange: (next: FieldPathValue<Input, Name>) => change(next) }
}

function useTextInput<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  form: FieldOf<Input, Output, Name>['form'],
  name: Name,
  faultText: string | undefined,
) {
  const { onChange, ...input } = useInput(form, name, faultText)
  return { ...input, onChange: (text: string) => onChange(text as FieldPathValue<Input, Name>) }
}
