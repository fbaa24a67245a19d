import type { FieldValues } from 'react-hook-form'
import type { ZodForm } from '../../ui/form/index.ts'
import type { Fields } from './settings-tab.ts'

/** The form of a tab. */
export type SettingsForm = ZodForm<FieldValues, Fields>
