import { DeviceChecklist } from '../../engines/device-list/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageState } from '../../ui/index.ts'
import { FenceForm } from './components/fence-form.tsx'
import { FenceMap } from './components/fence-map.tsx'
import { FencePicker } from './components/fence-picker.tsx'
import './fences.css'
import { useFenceEditor } from './use-fence-editor.ts'

const nobody: ReadonlySet<string> = new Set()

/** `/fence`: 32 circles and any polygons and lines, with the vehicles they are for (FENCE-01). */
export function FencesPage() {
  const t = useText()
  const editor = useFenceEditor()
  const { fences, draft, busy, setDraft } = editor
  if (fences.failed)
    return (
      <PageState icon="warning" title={t('fence.failed')} role="alert">
        <button type="button" className="btn btn-primary" onClick={fences.again}>
          {t('fence.again')}
        </button>
      </PageState>
    )
  if (fences.loading) return <Loading label={t('page.loading')} />
  return (
    <div className="fence-page">
      <aside className="fence-side panel">
        <h1>{t('page.fence')}</h1>
        <FencePicker editor={editor} />
        <FenceForm editor={editor} />
      </aside>
      <section className="fence-devices panel" aria-label={t('choice.devices')}>
        <DeviceChecklist
          chosen={draft?.devices ?? nobody}
          onChosen={(devices) => setDraft((now) => now && { ...now, devices })}
          disabled={draft === null || busy}
          hint={draft !== null && draft.devices.size === 0 ? t('fence.nobody') : ''}
        />
      </section>
      <div className="fence-map panel">
        <FenceMap editor={editor} />
      </div>
    </div>
  )
}
