import { RADIUS_MAX_M, REACH_MAX_M, REACH_MIN_M, TITLE_MAX } from '@fleetglass/contract/fences'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import {
  type FenceDraft,
  type FieldFault,
  fieldFaults,
  mayBeSaved,
  pointsFault,
  withoutQuotes,
} from '../fence-draft.ts'
import { type FenceEditor, toolFor } from '../use-fence-editor.ts'

/** FENCE-06 … FENCE-09. Without a fence every input is there and disabled (FENCE-18). */
export function FenceForm({ editor }: { readonly editor: FenceEditor }) {
  const t = useText()
  const { draft, setDraft, busy } = editor
  const [removing, setRemoving] = useState(false)
  const pointsId = useId()
  const isUntitled = draft !== null && fieldFaults(draft).has('title')
  const change = (part: object): void => setDraft((now) => now && ({ ...now, ...part } as FenceDraft))
  const isKept = draft !== null && isOnServer(draft, editor.fences)
  return (
    <form
      className="fence-form"
      onSubmit={(event) => {
        event.preventDefault()
        void editor.save()
      }}
    >
      <fieldset disabled={draft === null || busy}>
        <Field label={t('fence.state')}>
          {(id) => (
            <select
              id={id}
              className="form-select"
              value={draft?.enable ?? 0}
              onChange={({ target }) => change({ enable: target.value === '1' ? 1 : 0 })}
            >
              <option value={1}>{t('fence.enable')}</option>
              <option value={0}>{t('fence.disable')}</option>
            </select>
          )}
        </Field>
        <Field label={t('fence.title')}>
          {(id) => (
            <>
              <input
                id={id}
                className={isUntitled ? 'form-control is-invalid' : 'form-control'}
                dir="auto"
                maxLength={TITLE_MAX}
                autoComplete="off"
                aria-invalid={isUntitled}
                aria-describedby={`${id}-fault`}
                value={draft?.title ?? ''}
                onChange={({ target }) => change({ title: withoutQuotes(target.value) })}
              />
              <p id={`${id}-fault`} className="fence-fault" role="alert">
                {isUntitled ? t('fence.fault.title') : ''}
              </p>
            </>
          )}
        </Field>
        <Places draft={draft} pointsId={pointsId} onChange={change} />
        <fieldset className="fence-triggers">
          <legend>{t('fence.triggers')}</legend>
          <Trigger
            label={t('fence.triggerIn')}
            on={draft?.triggerIn ?? false}
            onChange={(triggerIn) => change({ triggerIn })}
          />
          <Trigger
            label={t('fence.triggerOut')}
            on={draft?.triggerOut ?? false}
            onChange={(triggerOut) => change({ triggerOut })}
          />
        </fieldset>
        <DrawButtons editor={editor} />
        <div className="fence-actions">
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

/** Whether there is anything to delete: a slot that somebody has used, or a shape that was saved. */
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
          <NumberField
            label={t('fence.reach')}
            value={draft.reach}
            {...faultOf('reach', t('fence.fault.reach', { least: REACH_MIN_M, most: REACH_MAX_M }))}
            onChange={(reach) => onChange({ reach })}
          />
        ) : null}
        <p className="muted num">{t('fence.corners', { count: draft.points.length })}</p>
        <p id={props.pointsId} className="fence-fault" role="status">
          {fault === null || fault === 'reach' ? '' : t(`fence.fault.${fault}`)}
        </p>
      </>
    )
  }
  return (
    <>
      <NumberField
        label={t('fence.lat')}
        value={draft?.lat ?? ''}
        {...faultOf('lat', t('fence.fault.lat'))}
        onChange={(lat) => onChange({ lat })}
      />
      <NumberField
        label={t('fence.lng')}
        value={draft?.lng ?? ''}
        {...faultOf('lng', t('fence.fault.lng'))}
        onChange={(lng) => onChange({ lng })}
      />
      <NumberField
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
    <div className="fence-draw">
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

/** A number as it was typed, with what is wrong with it below. */
function NumberField(props: {
  readonly label: string
  readonly value: string
  readonly fault: string | null
  readonly onChange: (text: string) => void
}) {
  const { label, value, fault, onChange } = props
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            id={id}
            className={fault === null ? 'form-control num' : 'form-control num is-invalid'}
            inputMode="decimal"
            autoComplete="off"
            aria-invalid={fault !== null}
            aria-describedby={`${id}-fault`}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          <p id={`${id}-fault`} className="fence-fault" role="alert">
            {fault}
          </p>
        </>
      )}
    </Field>
  )
}

function Trigger(props: { readonly label: string; readonly on: boolean; readonly onChange: (on: boolean) => void }) {
  return (
    <label className="form-check">
      <input
        type="checkbox"
        className="form-check-input"
        checked={props.on}
        onChange={({ target }) => props.onChange(target.checked)}
      />
      <span className="form-check-label">{props.label}</span>
    </label>
  )
}

function Field(props: { readonly label: string; readonly children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label className="form-label" htmlFor={id}>
        {props.label}
      </label>
      {props.children(id)}
    </div>
  )
}
