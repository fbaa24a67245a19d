import { FENCE_SLOTS } from '@fleetglass/contract/fences'
import { useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { SlotOptions } from '../../../shared/areas/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { FenceDraft } from '../fence-draft.ts'
import styles from '../fences.module.css'
import type { FenceEditor } from '../use-fence-editor.ts'

/** FENCE-04: the numbered circles with their titles, and the shapes beside them. */
export function FencePicker({ editor }: { readonly editor: FenceEditor }) {
  const t = useText()
  const id = useId()
  const { circles, shapes } = editor.fences
  const choose = (value: string): void => {
    const [kind, number] = value.split('-')
    if (kind === 'circle') editor.openCircle(Number(number))
    else if (kind === 'shape') editor.openShape(Number(number))
    else editor.close()
  }
  return (
    <div className={styles.picker}>
      <label className="form-label" htmlFor={id}>
        {t('fence.select')}
      </label>
      <select
        id={id}
        className="form-select"
        value={entryOf(editor.draft)}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{t('fence.choose')}</option>
        <optgroup label={t('fence.circles')}>
          <SlotOptions
            count={FENCE_SLOTS}
            areas={circles}
            valueOf={(index) => `circle-${index}`}
            nameOf={(number, title) => t('fence.numbered', { number, title })}
          />
        </optgroup>
        {shapes.length === 0 ? null : (
          <optgroup label={t('fence.shapes')}>
            {shapes.map((shape) => (
              <option key={shape.id} value={`shape-${shape.id}`}>
                {shape.title}
              </option>
            ))}
          </optgroup>
        )}
        {/* A new one has no entry before it is saved. */}
        {entryOf(editor.draft) === 'new' ? <option value="new">…</option> : null}
      </select>
      <div className={styles.buttons}>
        <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => editor.openNew('polygon')}>
          <Icon name="plus" size={16} /> {t('fence.newPolygon')}
        </button>
        <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => editor.openNew('line')}>
          <Icon name="plus" size={16} /> {t('fence.newLine')}
        </button>
      </div>
    </div>
  )
}

function entryOf(draft: FenceDraft | null): string {
  if (draft === null) return ''
  if (draft.kind === 'circle') return `circle-${draft.index}`
  return draft.id === 0 ? 'new' : `shape-${draft.id}`
}
