import styles from './share-meter.module.css'

/** A share from 0 to 1 as a bar with its percentage beside it. */
export function ShareMeter({ share, label }: { readonly share: number; readonly label: string }) {
  return (
    <span className={styles.share}>
      <meter className={styles.meter} min={0} max={1} value={share} aria-label={label} />
      <span className="num">{percentText(share)}</span>
    </span>
  )
}

/** With at most one decimal. */
export function percentText(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
