import { EMBEDDED_PAGES_MAX } from '@fleetglass/contract/embedded-pages'
import { useText } from '../../../platform/texts/index.ts'
import { TextField } from '../../../ui/form/index.ts'
import styles from '../server-settings.module.css'
import type { SettingsForm } from '../settings-form.ts'

export const PAGE_ROWS = EMBEDDED_PAGES_MAX

/** SET-107: a title and an address in each row; rows that lack one are dropped when they are saved. */
export function PagesField(props: { readonly form: SettingsForm; readonly name: string; readonly label: string }) {
  const t = useText()
  const { form, name, label } = props
  return (
    <fieldset className={styles.pages}>
      <legend className="form-label">{label}</legend>
      {Array.from({ length: PAGE_ROWS }, (_, at) => (
        <div key={`${name}.${String(at)}`} className={styles.pair}>
          <TextField
            form={form}
            name={`${name}.${at}.title`}
            label={t('serverSettings.pageTitle', { number: at + 1 })}
          />
          <TextField form={form} name={`${name}.${at}.url`} label={t('serverSettings.pageUrl', { number: at + 1 })} />
        </div>
      ))}
    </fieldset>
  )
}
