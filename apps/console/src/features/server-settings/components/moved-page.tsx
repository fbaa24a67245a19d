import { useText } from '../../../platform/texts/index.ts'
import styles from '../server-settings.module.css'

/** The page has another address from now on: where it is. */
export function MovedPage({ address, onStay }: { readonly address: string; readonly onStay: () => void }) {
  const t = useText()
  return (
    <section className={styles.request} role="status">
      <h3 className={styles.subtitle}>{t('serverSettings.moved')}</h3>
      <a href={address} className={styles.address}>
        {address}
      </a>
      <p className={styles.hint}>{t('serverSettings.movedHint')}</p>
      <div className={styles.buttons}>
        <button type="button" className="btn btn-quiet" onClick={onStay}>
          {t('serverSettings.movedStay')}
        </button>
      </div>
    </section>
  )
}
