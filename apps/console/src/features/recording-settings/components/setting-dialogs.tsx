import { type ReactNode, useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import type { LimitChoice } from '../recording-settings.queries.ts'

/** 1e9 MB: as much as a record takes. */
const LIMIT_MB_MAX = 976_562_500
const DAYS_MAX = 29_999

/** REC-09, REC-11: the days for all chosen devices. */
export function DaysDialog(props: {
  readonly open: boolean
  readonly count: number
  readonly onSave: (days: number) => Promise<boolean>
  readonly onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('0')
  const days = wholeOf(typed, DAYS_MAX)
  const fault = days === null ? t('recset.daysFault') : null
  return (
    <SettingDialog
      {...props}
      title={t('recset.daysTitle', { count: props.count })}
      mayBeSaved={days !== null && props.count > 0}
      onSave={() => props.onSave(days ?? 0)}
    >
      <label className="form-label" htmlFor={id}>
        {t('recset.recdays')}
      </label>
      <NumberInput id={id} fault={fault} hint={t('recset.daysHint')} typed={typed} onType={setTyped} />
    </SettingDialog>
  )
}

/** REC-12, REC-13: the limit for all chosen devices. */
export function LimitDialog(props: {
  readonly open: boolean
  readonly count: number
  /** What it begins with. */
  readonly start: { readonly isOn: boolean; readonly typed: string }
  readonly onSave: (limit: LimitChoice) => Promise<boolean>
  readonly onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const [isOn, setOn] = useState(props.start.isOn)
  const [typed, setTyped] = useState(props.start.typed)
  // Without a limit there is none to enter.
  const megabytes = !isOn && typed === '' ? 0 : wholeOf(typed, LIMIT_MB_MAX)
  const fault = megabytes === null ? t('recset.limitFault') : null
  return (
    <SettingDialog
      {...props}
      title={t('recset.limitTitle', { count: props.count })}
      mayBeSaved={megabytes !== null && props.count > 0}
      onSave={() => props.onSave({ isOn, megabytes: megabytes ?? 0 })}
    >
      <label className="recset-switch">
        <input
          type="checkbox"
          className="form-check-input"
          checked={isOn}
          onChange={(event) => setOn(event.target.checked)}
        />
        {t('recset.limitOn')}
      </label>
      <label className="form-label" htmlFor={id}>
        {t('recset.limitMb')}
      </label>
      <NumberInput id={id} fault={fault} hint={t('recset.limitHint')} typed={typed} onType={setTyped} />
    </SettingDialog>
  )
}

function NumberInput(props: {
  readonly id: string
  readonly fault: string | null
  readonly hint: string
  readonly typed: string
  readonly onType: (typed: string) => void
}) {
  const { id, fault, hint, typed, onType } = props
  return (
    <>
      <input
        id={id}
        type="number"
        min={0}
        className={fault === null ? 'form-control' : 'form-control is-invalid'}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault ${id}-hint`}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <p id={`${id}-fault`} className="recset-fault" role="alert">
        {fault}
      </p>
      <p id={`${id}-hint`} className="muted">
        {hint}
      </p>
    </>
  )
}

function SettingDialog(props: {
  readonly open: boolean
  readonly title: string
  readonly mayBeSaved: boolean
  readonly onSave: () => Promise<boolean>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const t = useText()
  const titleId = useId()
  const [busy, setBusy] = useState(false)
  const { open, title, mayBeSaved, onClose } = props
  const save = async (): Promise<void> => {
    setBusy(true)
    const isSaved = await props.onSave()
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Modal show={open} onHide={onClose} centered aria-labelledby={titleId}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (mayBeSaved && !busy) void save()
        }}
      >
        <Modal.Header closeButton closeLabel={t('action.close')}>
          <Modal.Title as="h2" id={titleId}>
            {title}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>{props.children}</Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={!mayBeSaved || busy}>
            {t('recset.save')}
          </button>
        </Modal.Footer>
      </form>
    </Modal>
  )
}

/** A whole number from 0 on; `null` for anything else. */
function wholeOf(typed: string, max: number): number | null {
  const number = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return number <= max ? number : null
}
