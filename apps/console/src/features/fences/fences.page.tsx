import { useText } from '../../platform/texts/index.ts'
import { AreaDevices, AreaPage } from '../../shared/areas/index.ts'
import { FenceForm } from './components/fence-form.tsx'
import { FenceMap } from './components/fence-map.tsx'
import { FencePicker } from './components/fence-picker.tsx'
import styles from './fences.module.css'
import { useFenceEditor } from './use-fence-editor.ts'

/** `/fence`: 32 circles and any polygons and lines, with the vehicles they are for (FENCE-01). */
export function FencesPage() {
  const t = useText()
  const editor = useFenceEditor()
  const { fences, draft, busy, change } = editor
  return (
    <AreaPage areas={fences} texts={{ failed: t('fence.failed'), again: t('fence.again') }}>
      <div className={styles.page} data-page="fence">
        <aside className={`${styles.side} panel`}>
          <h1>{t('page.fence')}</h1>
          <FencePicker editor={editor} />
          <FenceForm editor={editor} />
        </aside>
        <section className={`${styles.devices} panel`} aria-label={t('choice.devices')}>
          <AreaDevices
            draft={draft}
            busy={busy}
            nobody={t('fence.nobody')}
            onChosen={(devices) => change((now) => ({ ...now, devices }))}
          />
        </section>
        <div className={`${styles.map} panel`}>
          <FenceMap editor={editor} />
        </div>
      </div>
    </AreaPage>
  )
}
