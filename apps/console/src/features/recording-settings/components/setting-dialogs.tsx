import { type ReactNode, useId, useMemo } from 'react'
import { Modal } from 'react-bootstrap'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { useText } from '../../../platform/texts/index.ts'
import { CheckField, Form, TextField, useZodForm, type ZodForm } from '../../../ui/form/index.ts'
import type { LimitChoice } from '../recording-settings.queries.ts'

/** 1e9 MB: as much as a record takes. */
const LIMIT_MB_MAX = 976_562_500
const DAYS_MAX = 29_999

/** A whole number from 0 on, as it is typed. */
function wholeUpTo(max: number) {
  return z
    .string()
    .trim()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((number) => number <= max)
}

const daysSchema = z.object({ days: wholeUpTo(DAYS_MAX) })

/** REC-09, REC-11: the days for all chosen devices. */
export function DaysDialog(props: {
  readonly open: boolean
  readonly count: number
  readonly onSave: (days: number) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const form = useZodForm({ schema: daysSchema, defaultValues: { days: '0' }, faultsFrom: 'always' })
  return (
    <SettingDialog
      {...props}
      form={form}
      title={t('recset.daysTitle', { count: props.count })}
      onSave={({ days }) => props.onSave(days)}
    >
      <TextField
        form={form}
        name="days"
        kind="number"
        label={t('recset.recdays')}
        hint={t('recset.daysHint')}
        faultText={t('recset.daysFault')}
      />
    </SettingDialog>
  )
}

/** Without a limit there is none to enter. */
const limitSchema = z.union([
  z.object({ isOn: z.boolean(), megabytes: wholeUpTo(LIMIT_MB_MAX) }),
  z.object({ isOn: z.literal(false), megabytes: z.literal('').transform(() => 0) }),
])

/** REC-12, REC-13: the limit for all chosen devices. */
export function LimitDialog(props: {
  readonly open: boolean
  readonly count: number
  /** What it begins with. */
  readonly start: { readonly isOn: boolean; readonly typed: string }
  readonly onSave: (limit: LimitChoice) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const { isOn, typed } = props.start
  const defaultValues = useMemo(() => ({ isOn, megabytes: typed }), [isOn, typed])
  const form = useZodForm({ schema: limitSchema, defaultValues, faultsFrom: 'always' })
  return (
    <SettingDialog {...props} form={form} title={t('recset.limitTitle', { count: props.count })}>
      <CheckField form={form} name="isOn" label={t('recset.limitOn')} />
      <TextField
        form={form}
        name="megabytes"
        kind="number"
        label={t('recset.limitMb')}
        hint={t('recset.limitHint')}
        faultText={t('recset.limitFault')}
      />
    </SettingDialog>
  )
}

function SettingDialog<Input extends FieldValues, Output>(props: {
  readonly open: boolean
  readonly title: string
  readonly count: number
  readonly form: ZodForm<Input, Output>
  readonly onSave: (value: Output) => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const t = useText()
  const titleId = useId()
  const { open, title, count, form, onSave, onClose } = props
  const { isSubmitting } = form.formState
  // Why it was not saved is shown by the mutation; the dialog stays open.
  const save = (value: Output): Promise<void> => onSave(value).then(onClose, () => undefined)
  return (
    <Modal show={open} onHide={onClose} centered aria-labelledby={titleId}>
      <Form form={form} onSubmit={save}>
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
          <button type="submit" className="btn btn-primary" disabled={!form.isValid || count === 0 || isSubmitting}>
            {t('recset.save')}
          </button>
        </Modal.Footer>
      </Form>
    </Modal>
  )
}
