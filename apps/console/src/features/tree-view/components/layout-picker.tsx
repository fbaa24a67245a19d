import { DEFAULT_LAYOUT, LAYOUT_NAME_MAX, MAX_LAYOUTS } from '@fleetglass/contract/tree-view'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import type { LayoutRefusal } from '../layouts.ts'

/** TREE-04, TREE-17 … 23: which layout is shown, a new one, and the end of one. */
export function LayoutPicker(props: {
  readonly names: readonly string[]
  readonly chosen: string
  readonly onChoose: (name: string) => void
  readonly onCreate: (name: string) => LayoutRefusal | null
  readonly onRemove: (name: string) => void
}) {
  const t = useText()
  const { names, chosen } = props
  const [adding, setAdding] = useState(false)
  const [asking, setAsking] = useState(false)
  const newButton = useRef<HTMLButtonElement>(null)
  const endAdding = () => {
    setAdding(false)
    newButton.current?.focus()
  }
  return (
    <div className="layout-picker panel">
      <div className="layout-row">
        <select
          className="form-select form-select-sm"
          aria-label={t('tree.layout')}
          value={chosen}
          onChange={(event) => props.onChoose(event.target.value)}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button
          ref={newButton}
          type="button"
          className="icon-button"
          aria-label={t('tree.newLayout')}
          title={t('tree.newLayout')}
          aria-expanded={adding}
          onClick={() => setAdding((was) => !was)}
        >
          <Icon name="plus" size={18} />
        </button>
        {chosen === DEFAULT_LAYOUT ? null : (
          <button
            type="button"
            className="icon-button"
            aria-label={t('tree.deleteLayout', { name: chosen })}
            title={t('tree.deleteLayout', { name: chosen })}
            onClick={() => setAsking(true)}
          >
            <Icon name="trash" size={18} />
          </button>
        )}
      </div>
      {adding ? <NewLayout onCreate={props.onCreate} onDone={endAdding} /> : null}
      <ConfirmDialog
        open={asking}
        title={t('tree.deleteTitle')}
        about={chosen}
        text={t('tree.deleteHint')}
        confirmLabel={t('tree.delete')}
        onConfirm={async () => props.onRemove(chosen)}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

function NewLayout(props: { readonly onCreate: (name: string) => LayoutRefusal | null; readonly onDone: () => void }) {
  const t = useText()
  const faultId = useId()
  const [name, setName] = useState('')
  const [refusal, setRefusal] = useState<LayoutRefusal | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const refused = props.onCreate(name)
    setRefusal(refused)
    if (refused === null) props.onDone()
  }
  const faults = { empty: t('tree.nameEmpty'), 'too-many': t('tree.tooManyLayouts', { count: MAX_LAYOUTS }) }
  return (
    <form className="layout-new" onSubmit={submit} noValidate>
      <div className="layout-row">
        <input
          className={refusal ? 'form-control form-control-sm is-invalid' : 'form-control form-control-sm'}
          aria-label={t('tree.layoutName')}
          aria-invalid={refusal !== null}
          aria-describedby={faultId}
          placeholder={t('tree.layoutName')}
          value={name}
          maxLength={LAYOUT_NAME_MAX}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the button beside it opened it
          autoFocus
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') props.onDone()
          }}
        />
        <button type="submit" className="btn btn-primary btn-sm">
          {t('tree.create')}
        </button>
      </div>
      <p className="layout-fault" id={faultId} role="alert">
        {refusal === null ? '' : faults[refusal]}
      </p>
    </form>
  )
}
