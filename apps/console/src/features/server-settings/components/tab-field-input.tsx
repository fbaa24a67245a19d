import { useText } from '../../../platform/texts/index.ts'
import { CheckField, LinesField, SecretField, SelectField, TextField } from '../../../ui/form/index.ts'
import type { SettingsForm } from '../settings-form.ts'
import type { TabField } from '../settings-tab.ts'
import { PagesField } from './pages-field.tsx'
import { PortsField } from './ports-field.tsx'

const SCRIPT_ROWS = 16
const LINES = 8

/** One field of a tab, drawn by its kind. */
export function TabFieldInput({ form, field }: { readonly form: SettingsForm; readonly field: TabField }) {
  const t = useText()
  const { name } = field
  const label = t(field.labelKey)
  const hint = field.hintKey === undefined ? {} : { hint: t(field.hintKey) }
  switch (field.kind) {
    case 'switch':
    case 'box': {
      const disabled = field.needsHttps === true && window.location.protocol !== 'https:'
      return <CheckField form={form} name={name} label={label} look={field.kind} disabled={disabled} {...hint} />
    }
    case 'ports':
      return <PortsField form={form} name={name} label={label} {...hint} />
    case 'choice':
      return <ChoiceField form={form} field={field} />
    case 'script':
      return <LinesField form={form} name={name} label={label} rows={SCRIPT_ROWS} isCode {...hint} />
    case 'lines':
      return <LinesField form={form} name={name} label={label} rows={LINES} isCode {...hint} />
    case 'secret-lines': {
      const secretHint = t('serverSettings.secretHint')
      return <LinesField form={form} name={name} label={label} rows={LINES} isCode hint={secretHint} />
    }
    case 'pages':
      return <PagesField form={form} name={name} label={label} />
    case 'secret':
      return <SecretField form={form} name={name} label={label} hint={t('serverSettings.secretHint')} />
    default:
      return <TextField form={form} name={name} label={label} kind={field.kind} {...hint} />
  }
}

function ChoiceField(props: {
  readonly form: SettingsForm
  readonly field: Extract<TabField, { readonly kind: 'choice' }>
}) {
  const t = useText()
  const { form, field } = props
  const present = String(form.values[field.name])
  const choices = field.choices.map(
    ({ value, labelKey, count }) => [String(value), t(labelKey, count === undefined ? {} : { count })] as const,
  )
  // The configuration file may have set what is no choice of the page.
  if (!choices.some(([value]) => value === present)) choices.push([present, labelOf(field, present, t)])
  const hint = field.hintKey === undefined ? {} : { hint: t(field.hintKey) }
  return <SelectField form={form} name={field.name} label={t(field.labelKey)} choices={choices} {...hint} />
}

/** In the words of the other choices, where those have a number. */
function labelOf({ choices }: Extract<TabField, { readonly kind: 'choice' }>, value: string, t: Text): string {
  const counted = choices.find(({ count }) => count !== undefined)
  return counted === undefined ? value : t(counted.labelKey, { count: Number(value) })
}

type Text = ReturnType<typeof useText>
