import { useMemo } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { useText } from '../../../platform/texts/index.ts'
import { Form, FormActions, refuseField, useIsChanged, useZodForm } from '../../../ui/form/index.ts'
import { useSectionChanges } from '../../../ui/sections/index.ts'
import styles from '../server-settings.module.css'
import { type TabReading, useSaveTab } from '../server-settings.queries.ts'
import type { Fields, SettingsTab } from '../settings-tab.ts'
import { PAGE_ROWS } from './pages-field.tsx'
import { TabFieldInput } from './tab-field-input.tsx'

/** The form of a tab, of one state of its settings: what is read anew is another form. */
export function TabForm(props: {
  readonly tab: SettingsTab
  readonly reading: TabReading
  readonly onLoadAgain: () => void
}) {
  const t = useText()
  const { tab, reading, onLoadAgain } = props
  const schema = useMemo(() => schemaOf(tab, reading.fields), [tab, reading])
  const defaultValues = useMemo(() => typed(reading.fields), [reading])
  const form = useZodForm<FieldValues, Fields>({ schema, defaultValues, faultsFrom: 'changed' })
  const save = useSaveTab(tab)
  const isChanged = useIsChanged(form)
  useSectionChanges(isChanged && !save.isSuccess)
  const submit = (fields: Fields): void =>
    save.mutate({ before: reading, fields }, { onError: ({ message }) => void refuseField(form, message) })
  const isSavedHere = tab.fields.some(({ name }) => reading.saved.includes(name))
  return (
    <div className={styles.form}>
      <Form form={form} onSubmit={submit}>
        {tab.hintKey === undefined ? null : <p className={styles.hint}>{t(tab.hintKey)}</p>}
        <div className={styles.fields}>
          {tab.fields.map((field) => (
            <TabFieldInput key={field.name} form={form} field={field} />
          ))}
        </div>
        {tab.Preview !== undefined && form.isValid ? <tab.Preview fields={schema.parse(form.values)} /> : null}
        <p className={styles.hint}>
          {t(isSavedHere ? 'serverSettings.savedHere' : 'serverSettings.fromConfiguration')}
        </p>
        {save.isError ? (
          <p className={styles.failed} role="alert">
            {save.error.message}{' '}
            <button type="button" className="btn btn-quiet" onClick={onLoadAgain}>
              {t('serverSettings.loadAgain')}
            </button>
          </p>
        ) : null}
        <FormActions form={form} isSaving={save.isPending} />
      </Form>
      {tab.Actions === undefined ? null : (
        <div className={styles.actions}>
          <tab.Actions fields={reading.fields} />
        </div>
      )}
    </div>
  )
}

/** The rules of the fields. A value that is already so may stay: the configuration may have set what the page does not offer. */
function schemaOf({ calls }: SettingsTab, present: Fields): z.ZodType<Fields, FieldValues> {
  const rules = Object.entries(Object.assign({}, ...calls.map(({ fields }) => fields.shape)) as Rules)
  return z
    .object(Object.fromEntries(rules.map(([name, rule]) => [name, orAsItIs(rule, present[name])])))
    .check(({ value, issues }) => {
      for (const { field, reason } of calls.flatMap(({ faults }) => faults?.(value) ?? [])) {
        issues.push({ code: 'custom', message: reason, path: [field], input: value })
      }
    })
}

type Rules = Readonly<Record<string, z.ZodType>>

function orAsItIs(rule: z.ZodType, present: unknown): z.ZodType {
  if (typeof present !== 'number' || rule.safeParse(present).success) return rule
  return z.union([z.literal(String(present)).transform(() => present), rule])
}

/** As the inputs hold them: a number is the text of its digits, and there is a row for each page. */
function typed(fields: Fields): FieldValues {
  const inputs = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'number') return [name, String(value)]
    if (!Array.isArray(value)) return [name, value]
    return [name, Array.from({ length: PAGE_ROWS }, (_, at) => (value[at] as unknown) ?? { title: '', url: '' })]
  })
  return Object.fromEntries(inputs) as FieldValues
}
