import { useText } from '../../../platform/texts/index.ts'
import styles from '../server-settings.module.css'

/** What `/gms-map.js` and `/gms.js` leave behind. */
type ScriptPage = typeof globalThis & { readonly gmsScriptError?: unknown; readonly gmsSafeMode?: unknown }

/** How the site script went when this page was loaded. */
export function ScriptNotice() {
  const t = useText()
  const { gmsScriptError, gmsSafeMode }: ScriptPage = globalThis
  if (gmsSafeMode === true) return <p className={styles.hint}>{t('serverSettings.extraJs.safe')}</p>
  if (typeof gmsScriptError !== 'string') return null
  return (
    <p className={styles.failed} role="alert">
      {t('serverSettings.extraJs.failed', { message: gmsScriptError })}
    </p>
  )
}
