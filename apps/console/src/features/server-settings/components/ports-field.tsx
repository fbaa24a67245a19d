import { STREAMING_PORTS_MAX } from '@fleetglass/contract/server-settings'
import { useText } from '../../../platform/texts/index.ts'
import { TextField } from '../../../ui/form/index.ts'
import styles from '../server-settings.module.css'
import type { SettingsForm } from '../settings-form.ts'

export const PORT_ROWS = STREAMING_PORTS_MAX

/** SET-013: an input for each port, and an empty one behind them while there may be more. */
export function PortsField(props: {
  readonly form: SettingsForm
  readonly name: string
  readonly label: string
  readonly hint?: string
}) {
  const t = useText()
  const { form, name, label, hint } = props
  const values = form.values[name] as readonly string[]
  const used = values.findLastIndex((value) => value !== '') + 1
  return (
    <fieldset className={styles.pages}>
      <legend className="form-label">{label}</legend>
      <div className={styles.ports}>
        {Array.from({ length: Math.min(used + 1, PORT_ROWS) }, (_, at) => (
          <TextField
            key={`${name}.${String(at)}`}
            form={form}
            name={`${name}.${at}`}
            kind="number"
            label={t(at === 0 ? 'serverSettings.protocol.firstPort' : 'serverSettings.protocol.port', {
              number: at + 1,
            })}
          />
        ))}
      </div>
      {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
    </fieldset>
  )
}
