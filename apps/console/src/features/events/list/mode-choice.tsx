import { useText } from '../../../platform/texts/index.ts'
import styles from '../event-pages.module.css'

export function ModeChoice<Mode extends 'table' | 'album' | 'review'>(props: {
  readonly modes: readonly Mode[]
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
}) {
  const t = useText()
  return (
    <fieldset className={styles.modes}>
      <legend className="visually-hidden">{t('eventList.mode')}</legend>
      {props.modes.map((mode) => (
        <button
          key={mode}
          type="button"
          className="btn btn-quiet btn-sm"
          aria-pressed={mode === props.mode}
          onClick={() => props.onMode(mode)}
        >
          {t(`eventList.${mode}Mode`)}
        </button>
      ))}
    </fieldset>
  )
}
