import { type FieldValues, useFormState } from 'react-hook-form'
import { useText } from '../../platform/texts/index.ts'
import styles from './form.module.css'
import type { ZodForm } from './use-zod-form.ts'

/** Whether a form differs from what it began with, or was last saved with. */
export function useIsChanged<Input extends FieldValues, Output>(form: ZodForm<Input, Output>): boolean {
  return useFormState({ control: form.control }).isDirty
}

/** The foot of a form that edits what is stored: Save while there are changes that can be saved, and Discard. */
export function FormActions<Input extends FieldValues, Output>(props: {
  readonly form: ZodForm<Input, Output>
  readonly isSaving: boolean
  /** What the feature calls it; left out: Save. */
  readonly saveLabel?: string
}) {
  const t = useText()
  const { form, isSaving, saveLabel = t('form.save') } = props
  const isChanged = useIsChanged(form)
  return (
    <footer className={styles.actions}>
      <span className="muted" role="status">
        {isChanged ? t('form.unsaved') : ''}
      </span>
      <button type="button" className="btn btn-quiet" disabled={!isChanged || isSaving} onClick={() => form.reset()}>
        {t('form.discard')}
      </button>
      <button type="submit" className="btn btn-primary" disabled={!isChanged || !form.isValid || isSaving}>
        {saveLabel}
      </button>
    </footer>
  )
}
