import { RADIUS_MAX_M, REACH_MAX_M, REACH_MIN_M } from '@fleetglass/contract/fences'
import { useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { AreaWords } from '../../../shared/areas/index.ts'
import { CheckInput, TextInput } from '../../../ui/form/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import { type FenceDraft, type FieldFault, fieldFaults, mayBeSaved, pointsFault } from '../fence-draft.ts'
import styles from '../fences.module.css'
import { type FenceEditor, toolFor } from '../use-fence-editor.ts'

/** FENCE-06 … FENCE-09. Without a fence every input is there and disabled (FENCE-18). */
export function FenceForm({ editor }: { readonly editor: FenceEditor }) {
  const t = useText()
  const { draft, busy } = editor
  const [removing, setRemoving] = useState(false)
  const pointsId = useId()
  const isUntitled = draft !== null && fieldFaults(draft).has('title')
  const change = (part: object): void => editor.change((now) => ({ ...now, ...part }) as FenceDraft)
  const isKept = draft !== null && isOnServer(draft, editor.fences)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        editor.save()
      }}
    >
      <fieldset disabled={draft === null || busy}>
        <AreaWords
          draft={draft}
          texts={{
            state: t('fence.state'),
            enable: t('fence.enable'),
            disable: t('fence.disable'),
            title: t('fence.title'),
          }}
          fault={isUntitled ? t('fence.fault.title') : null}
          onChange={change}
        />
        <Places draft={draft} pointsId={pointsId} onChange={change} />
        <fieldset className={styles.triggers}>
          <legend>{t('fence.triggers')}</legend>
          <CheckInput
            label={t('fence.triggerIn')}
            value={draft?.triggerIn ?? false}
            onChange={(triggerIn) => change({ triggerIn })}
          />
          <CheckInput
            label={t('fence.triggerOut')}
            value={draft?.triggerOut ?? false}
            onChange={(triggerOut) => change({ triggerOut })}
          />
        </fieldset>
        <DrawButtons editor={editor} />
        <div className={styles.actions}>
          <button
            type="submit"
            className="btn btn-primary"
            aria-describedby={pointsId}
            disabled={draft === null || !mayBeSaved(draft)}
          >
            {t('fence.save')}
          </button>
          {isKept ? (
            <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => setRemoving(true)}>
              <Icon name="trash" size={16} /> {t('fence.remove')}
            </button>
          ) : null}
        </div>
      </fieldset>
      <ConfirmDialog
        open={removing}
        title={t('fence.removeTitle', { title: draft?.title ?? '' })}
        text={t('fence.removeHint')}
        confirmLabel={t('fence.remove')}
        onConfirm={editor.remove}
        onClose={() => setRemoving(false)}
      />
      {editor.question}
    </form>
  )
}

/** Whether there is anything to delete: a slot that is in use, or a shape that was saved. */
function isOnServer(draft: FenceDraft, { circles }: FenceEditor['fences']): boolean {
  if (draft.kind !== 'circle') return draft.id !== 0
  return circles.some(({ index, title }) => index === draft.index && title !== '')
}

/** Where the fence is: the numbers of a circle, how wide a line is, and what is still missing of a shape. */
function Places(props: {
  readonly draft: FenceDraft | null
  readonly pointsId: string
  readonly onChange: (part: object) => void
}) {
  const t = useText()
  const { draft, onChange } = props
  const faults = draft === null ? new Set<FieldFault>() : fieldFaults(draft)
  const faultOf = (field: FieldFault, text: string): { readonly fault: string | null } => ({
    fault: faults.has(field) ? text : null,
  })
  if (draft !== null && draft.kind !== 'circle') {
    const fault = draft.points.length > 0 ? pointsFault(draft) : null
    return (
      <>
        {draft.kind === 'line' ? (
          <TextInput
            kind="decimal"
            label={t('fence.reach')}
            value={draft.reach}
            {...faultOf('reach', t('fence.fault.reach', { least: REACH_MIN_M, most: REACH_MAX_M }))}
            onChange={(reach) => onChange({ reach })}
          />
        ) : null}
        <p className="muted num">{t('fence.corners', { count: draft.points.length })}</p>
        <p id={props.pointsId} className={styles.missing} role="status">
          {fault === null || fault === 'reach' ? '' : t(`fence.fault.${fault}`)}
        </p>
      </>
    )
  }
  return (
    <>
      <TextInput
        kind="decimal"
        label={t('fence.lat')}
        value={draft?.lat ?? ''}
        {...faultOf('lat', t('fence.fault.lat'))}
        onChange={(lat) => onChange({ lat })}
      />
      <TextInput
        kind="decimal"
        label={t('fence.lng')}
        value={draft?.lng ?? ''}
        {...faultOf('lng', t('fence.fault.lng'))}
        onChange={(lng) => onChange({ lng })}
      />
      <TextInput
        kind="decimal"
        label={t('fence.radius')}
        value={draft?.radius ?? ''}
        {...faultOf('radius', t('fence.fault.radius', { most: RADIUS_MAX_M }))}
        onChange={(radius) => onChange({ radius })}
      />
    </>
  )
}

function DrawButtons({ editor }: { readonly editor: FenceEditor }) {
  const t = useText()
  const { draft, tool, setTool } = editor
  return (
    <div className={styles.draw}>
      <button
        type="button"
        className="btn btn-quiet btn-sm icon-text"
        aria-pressed={tool !== 'none'}
        onClick={() => setTool(tool === 'none' && draft !== null ? toolFor(draft) : 'none')}
      >
        <Icon name="pencil" size={16} /> {t('fence.draw')}
      </button>
      <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={editor.placeAtCenter}>
        <Icon name="pin" size={16} /> {t('draw.atCenter')}
      </button>
    </div>
  )
}
