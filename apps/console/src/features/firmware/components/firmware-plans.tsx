import {
  FIRMWARE_MEMO_MAX,
  FIRMWARE_URL_MAX,
  FIRMWARE_VERSION_MAX,
  type FirmwarePlan,
  type FirmwarePlanEdit,
} from '@fleetglass/contract/firmware'
import { type FormEvent, useState } from 'react'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, NoRows } from '../../../ui/data-table/index.ts'
import { InlineText, TextInput } from '../../../ui/form/index.ts'
import { ConfirmDialog, Icon, Loading } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useFirmwarePlans, usePlanWrites } from '../firmware-plans.queries.ts'
import { FirmwareSource } from './firmware-source.tsx'

/** FW-33, FW-34: versions that devices receive automatically when they come online. */
export function FirmwarePlans() {
  const t = useText()
  const plans = useFirmwarePlans()
  const { edit, remove } = usePlanWrites()
  const isNarrow = useIsMobile()
  const [doomed, setDoomed] = useState<FirmwarePlan | null>(null)
  const columns = planColumns({ t, onEdit: edit.mutate, onRemove: setDoomed })
  return (
    <>
      <AddCard />
      {plans.isPending ? <Loading label={t('page.loading')} /> : null}
      {plans.isError ? <ListFailed reason={plans.error.message} onAgain={() => void plans.refetch()} /> : null}
      {plans.data?.length === 0 ? (
        <NoRows isEmpty emptyTitle={t('firmware.noPlans')} emptyHint={t('firmware.noPlansHint')} />
      ) : null}
      {plans.data !== undefined && plans.data.length > 0 ? (
        <div className={styles.table}>
          <DataTable
            label={t('firmware.plans')}
            columns={columns}
            rows={plans.data}
            keyOf={({ autofwid }) => String(autofwid)}
            stacked={isNarrow}
          />
        </div>
      ) : null}
      <ConfirmDialog
        open={doomed !== null}
        title={t('firmware.deletePlanTitle')}
        about={doomed?.targetfw ?? ''}
        text={t('firmware.deletePlanText')}
        confirmLabel={t('firmware.deleteConfirm')}
        onConfirm={async () => {
          if (doomed !== null) await remove.mutateAsync(doomed)
        }}
        onClose={() => setDoomed(null)}
      />
    </>
  )
}

const noPlan = { targetfw: '', url: '', memo: '' }

function AddCard() {
  const t = useText()
  const { add } = usePlanWrites()
  const [plan, setPlan] = useState(noPlan)
  // FW-35, FW-36.
  const isReady = plan.targetfw.trim() !== '' && plan.url.trim() !== '' && !add.isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) add.mutate(plan, { onSuccess: () => setPlan(noPlan) })
  }
  return (
    <form className={styles.card} noValidate onSubmit={submit}>
      <TextInput
        label={t('firmware.target')}
        value={plan.targetfw}
        max={FIRMWARE_VERSION_MAX}
        fault={null}
        control={{ disabled: add.isPending, placeholder: 'MDVR4_1.2' }}
        onChange={(targetfw) => setPlan({ ...plan, targetfw })}
      />
      <FirmwareSource
        label={t('firmware.url')}
        url={plan.url}
        disabled={add.isPending}
        onUrl={(url) => setPlan({ ...plan, url })}
      />
      <TextInput
        label={t('firmware.memo')}
        value={plan.memo}
        max={FIRMWARE_MEMO_MAX}
        fault={null}
        control={{ disabled: add.isPending }}
        onChange={(memo) => setPlan({ ...plan, memo })}
      />
      <button type="submit" className="btn btn-primary" disabled={!isReady}>
        {t('firmware.addPlan')}
      </button>
    </form>
  )
}

function planColumns(options: {
  readonly t: Translate
  readonly onEdit: (edit: FirmwarePlanEdit) => void
  readonly onRemove: (plan: FirmwarePlan) => void
}): readonly DataColumn<FirmwarePlan>[] {
  const { t, onEdit, onRemove } = options
  const edited = (field: 'targetfw' | 'url' | 'memo', label: string, max: number): DataColumn<FirmwarePlan> => ({
    id: field,
    label,
    text: (plan) => plan[field],
    cell: (plan) => (
      <InlineText
        label={t('firmware.of', { field: label, name: plan.targetfw })}
        value={plan[field]}
        max={max}
        // FW-37, FW-38, FW-39.
        {...(field !== 'memo' && { emptyFault: t('firmware.cannotBeEmpty') })}
        onSave={(text) => onEdit({ autofwid: plan.autofwid, [field]: text })}
      />
    ),
  })
  return [
    edited('targetfw', t('firmware.target'), FIRMWARE_VERSION_MAX),
    edited('url', t('firmware.url'), FIRMWARE_URL_MAX),
    edited('memo', t('firmware.memo'), FIRMWARE_MEMO_MAX),
    {
      id: 'updated',
      label: t('firmware.updated'),
      text: ({ updatetime }) => localTimeText(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    {
      id: 'del',
      label: t('firmware.del'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (plan) => {
        const label = t('firmware.delete', { name: plan.targetfw })
        return (
          <button type="button" className="icon-button" aria-label={label} title={label} onClick={() => onRemove(plan)}>
            <Icon name="trash" size={16} />
          </button>
        )
      },
    },
  ]
}
