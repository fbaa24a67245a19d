import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form'
import type { ZodForm } from './use-zod-form.ts'

/** What every field of the kit is given. */
export interface FieldOf<Input extends FieldValues, Output, Name extends FieldPath<Input> = FieldPath<Input>> {
  readonly form: ZodForm<Input, Output>
  readonly name: Name
  readonly label: string
  /** Below the field, always. */
  readonly hint?: string
  /** The error text for a value that the schema rejects; left out: the text of the schema. */
  readonly faultText?: string
}

/** One field of a form: its value, what is wrong with it at this moment, and what its control needs. */
export function useField<Input extends FieldValues, Output, Name extends FieldPath<Input>>(
  form: ZodForm<Input, Output>,
  name: Name,
  faultText?: string,
) {
  const { field, fieldState, formState } = useController<Input, Name, Output>({ control: form.control, name })
  const refusal = fieldState.error?.type === 'server' ? (fieldState.error.message ?? '') : null
  const isDue = {
    always: true,
    changed: fieldState.isDirty,
    touched: fieldState.isTouched || formState.isSubmitted,
  }[form.faultsFrom]
  const fault = isDue ? form.faults.get(name) : undefined
  const shown = refusal ?? (fault === undefined ? null : (faultText ?? fault))
  return {
    value: field.value as FieldPathValue<Input, Name>,
    fault: shown,
    /** Also clears the server's error for the previous value. */
    change(value: FieldPathValue<Input, Name>): void {
      if (refusal !== null) form.clearErrors(name)
      field.onChange(value)
    },
    control: {
      name,
      ref: field.ref,
      onBlur: field.onBlur,
    },
  }
}
