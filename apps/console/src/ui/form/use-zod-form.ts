import { zodResolver } from '@hookform/resolvers/zod'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { ruleText } from '../../platform/texts/index.ts'

/**
 * When a field shows its error. `touched`: while typing, after it was left once. `changed`: as soon as it differs from
 * what it began with. `always`: at any time, for a schema that decides itself when an empty field is a fault.
 */
export type FaultsFrom = 'touched' | 'changed' | 'always'

/** A form of react-hook-form with the result of its schema for the present values, available in the same render. */
export interface ZodForm<Input extends FieldValues, Output = Input> extends UseFormReturn<Input, unknown, Output> {
  readonly values: Input
  /** The first message of the schema at each path ('' for the whole); empty when the form can be sent. */
  readonly faults: ReadonlyMap<string, string>
  readonly isValid: boolean
  readonly faultsFrom: FaultsFrom
}

/**
 * Texts of a refusal that name a field, as the server writes them: `phone: has characters that no phone number has`. In a
 * language that is read from the right, each part stands between the marks that keep its direction; Chinese has a wide colon.
 */
const fieldRefusal = /^\u2068?([\w.]+)\u2069?(?:: |：)\u2068?(.+?)\u2069?$/s

/**
 * A form that is checked by a zod schema. The values are checked while rendering too: the resolver answers a moment later, and a
 * Save button must not be enabled for that moment.
 */
export function useZodForm<Input extends FieldValues, Output>(options: {
  readonly schema: z.ZodType<Output, Input>
  readonly defaultValues: DefaultValues<Input>
  readonly faultsFrom?: FaultsFrom
}): ZodForm<Input, Output> {
  const { schema, defaultValues, faultsFrom = 'touched' } = options
  const form = useForm<Input, unknown, Output>({
    defaultValues,
    resolver: zodResolver(schema),
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  })
  const values = form.watch() as Input
  const faults = faultsOf(schema, values)
  return { ...form, values, faults, isValid: faults.size === 0, faultsFrom }
}

function faultsOf(schema: z.ZodType<unknown, unknown>, values: unknown): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const checked = schema.safeParse(values)
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    const name = path.join('.')
    if (!faults.has(name)) faults.set(name, ruleText(message))
  }
  return faults
}

/** The field that a refusal names, and why; null when it names none. */
export function refusalOfField(reason: string): { readonly name: string; readonly message: string } | null {
  const [, name, message] = fieldRefusal.exec(reason) ?? []
  return name === undefined || message === undefined ? null : { name, message }
}

/** Puts the reason of a refusal at the field that it names; false when it names none of this form. */
export function refuseField<Input extends FieldValues, Output>(form: ZodForm<Input, Output>, reason: string): boolean {
  const refusal = refusalOfField(reason)
  // `streamings.2` is a row of a field.
  const [field = ''] = refusal?.name.split('.') ?? []
  if (refusal === null || !(field in form.getValues())) return false
  form.setError(refusal.name as FieldPath<Input>, { type: 'server', message: refusal.message })
  return true
}
