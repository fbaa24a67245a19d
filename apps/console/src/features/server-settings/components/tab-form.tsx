import { useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { useText } from '../../../platform/texts/index.ts'
import { Form, FormActions, refuseField, useIsChanged, useZodForm } from '../../../ui/form/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { useSectionChanges } from '../../../ui/sections/index.ts'
import styles from '../server-settings.module.css'
import { type TabReading, useSaveTab } from '../server-settings.queries.ts'
import type { Fields, SettingsTab } from '../settings-tab.ts'
import { PAGE_ROWS } from './pages-field.tsx'
import { PORT_ROWS } from './ports-field.tsx'
import { TabFieldInput } from './tab-field-input.tsx'

/** The form of a tab, of one state of its settings: what is read anew is another form. */
export function TabForm(props: {
  readonly tab: SettingsTab
  readonly reading: TabReading
  readonly onLoadAgain: () => void
  /** The page has another address from now on. */
  readonly onMoved: (address: string) => void
}) {
  const t = useText()
  const { tab, reading, onLoadAgain, onMoved } = props
  const [asked, setAsked] = useState<Question | null>(null)
  const schema = useMemo(() => schemaOf(tab, reading.fields), [tab, reading])
  const defaultValues = useMemo(() => typed(tab, reading.fields), [tab, reading])
  const form = useZodForm<FieldValues, Fields>({ schema, defaultValues, faultsFrom: 'changed' })
  const save = useSaveTab(tab)
  const isChanged = useIsChanged(form)
  useSectionChanges(isChanged && !save.isSuccess)
  const send = async (fields: Fields): Promise<void> => {
    await save.mutateAsync({ before: reading, fields }, { onError: ({ message }) => void refuseField(form, message) })
  }
  const submit = (fields: Fields): void => {
    const address = tab.addressAfter?.(reading.fields, fields, window.location) ?? null
    if (address !== null || tab.keepsLess?.(reading.fields, fields)) setAsked({ address, fields })
    else void send(fields).catch(() => null)
  }
  const isSavedHere = tab.fields.some(({ name }) => reading.saved.includes(name))
  return (
    <div className={styles.form}>
      <Form form={form} onSubmit={submit}>
        {tab.hintKey === undefined ? null : <p className={styles.hint}>{t(tab.hintKey)}</p>}
        {tab.Notice === undefined ? null : <tab.Notice />}
        <div className={styles.fields}>
          {tab.fields.map((field) => (
            <TabFieldInput key={field.name} form={form} field={field} />
          ))}
        </div>
        {tab.Preview !== undefined && form.isValid ? <tab.Preview fields={schema.parse(form.values)} /> : null}
        {tab.isInConfiguration ? (
          <p className={styles.hint}>
            {t(isSavedHere ? 'serverSettings.savedHere' : 'serverSettings.fromConfiguration')}
          </p>
        ) : null}
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
      <SaveQuestion
        tab={tab}
        asked={asked}
        onConfirm={async ({ address, fields }) => {
          await send(fields)
          if (address !== null) onMoved(address)
        }}
        onClose={() => setAsked(null)}
      />
      {tab.Actions === undefined ? null : (
        <div className={styles.actions}>
          <tab.Actions fields={reading.fields} />
        </div>
      )}
    </div>
  )
}

/** A save that has to be confirmed. */
interface Question {
  /** Where the page is then; `null`: it stays, and data is deleted. */
  readonly address: string | null
  readonly fields: Fields
}

function SaveQuestion(props: {
  readonly tab: SettingsTab
  readonly asked: Question | null
  readonly onConfirm: (asked: Question) => Promise<void>
  readonly onClose: () => void
}) {
  const t = useText()
  const { tab, asked, onConfirm, onClose } = props
  const isMove = asked !== null && asked.address !== null
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(isMove ? 'serverSettings.moveTitle' : 'serverSettings.lessTitle')}
      about={asked?.address ?? t(tab.titleKey)}
      text={t(isMove ? 'serverSettings.moveHint' : 'serverSettings.lessHint')}
      confirmLabel={t(isMove ? 'form.save' : 'serverSettings.lessConfirm')}
      isHarmless={isMove}
      onConfirm={async () => {
        if (asked !== null) await onConfirm(asked)
      }}
      onClose={onClose}
    >
      {asked !== null && !isMove && tab.Preview !== undefined ? <tab.Preview fields={asked.fields} /> : null}
    </ConfirmDialog>
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
  const error = ({ input }: { readonly input: unknown }) => rule.safeParse(input).error?.issues[0]?.message
  return z.union([z.literal(String(present)).transform(() => present), rule], { error })
}

/** As the inputs hold them: a number is the text of its digits, and there is a row for each page and port. */
function typed(tab: SettingsTab, fields: Fields): FieldValues {
  const inputs = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'number') return [name, String(value)]
    if (!Array.isArray(value)) return [name, value]
    if (tab.fields.some((field) => field.name === name && field.kind === 'ports'))
      return [name, Array.from({ length: PORT_ROWS }, (_, at) => String(value[at] ?? ''))]
    return [name, Array.from({ length: PAGE_ROWS }, (_, at) => (value[at] as unknown) ?? { title: '', url: '' })]
  })
  return Object.fromEntries(inputs) as FieldValues
}
