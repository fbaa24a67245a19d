import {
  downloadPlanSaveSchema,
  type PlanKind,
  pushPlanSaveSchema,
  realtimePlanSaveSchema,
} from '@fleetglass/contract/event-plans'
import { eventCatalogue } from '@fleetglass/contract/events'
import { ROOT_GROUP } from '@fleetglass/contract/groups'
import { type FormEvent, useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useStandardEventName } from '../../../engines/events/index.ts'
import { useLabelOf } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { GroupNode } from '../../../shared/groups/index.ts'
import { SelectInput } from '../../../ui/form/index.ts'
import styles from '../event-plans.module.css'
import { keyOfPlan, type Plan, planKinds } from '../plan-kinds.ts'
import { DeviceSelector } from './device-selector.tsx'
import { DownloadFields } from './download-fields.tsx'
import { PushFields, RealtimeFields } from './plan-fields.tsx'

const schemas = {
  download: downloadPlanSaveSchema,
  push: pushPlanSaveSchema,
  realtime: realtimePlanSaveSchema,
} as const
const modes = ['GLOBAL', 'DEVICE', 'GROUP'] as const

/** PLAN-10: one plan, new or as it is stored. */
export function PlanEditor(props: {
  readonly kind: PlanKind
  readonly plan: Plan
  readonly groups: readonly GroupNode[]
  readonly isSaving: boolean
  /** `from` is where the plan was until now, if it moves. */
  readonly onSave: (plan: Plan, from: Plan | null) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const titleId = useId()
  const labelOf = useLabelOf()
  const { kind, plan, groups, isSaving, onSave, onClose } = props
  const isNew = plan.updatetime === 0
  const [draft, setDraft] = useState<Plan>(plan)
  const [devices, setDevices] = useState<readonly string[]>(plan.updateMode === 'DEVICE' ? [plan.deviceid] : [])
  const [isSelecting, setSelecting] = useState(false)
  const nameOfEvent = useStandardEventName()
  const edit = (change: Partial<Plan>): void => setDraft((before) => ({ ...before, ...change }) as Plan)
  const isValid = schemas[kind].safeParse({ [planKinds[kind].field]: draft }).success
  // PLAN-38.
  const hasDevices = draft.updateMode !== 'DEVICE' || devices.length > 0
  const maySave = isValid && hasDevices && !isSaving
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!maySave) return
    const saved = { ...draft, deviceid: deviceidOf(draft, devices) }
    onSave(saved, isNew || keyOfPlan(saved) === keyOfPlan(plan) ? null : plan)
  }
  const events = [...eventCatalogue.keys()].map(
    (code) => [code, `${code} ${nameOfEvent(code) ?? t('event.numbered', { code })}`] as const,
  )
  return (
    <Modal show onHide={onClose} size="lg" scrollable centered aria-labelledby={titleId}>
      <form className={styles.editor} noValidate onSubmit={submit}>
        <Modal.Header>
          <h2 id={titleId} className="h5 mb-0">
            {isNew ? t('eventPlans.newTitle') : t('eventPlans.editTitle')}
          </h2>
        </Modal.Header>
        <Modal.Body className={styles.fields}>
          <SelectInput
            label={t('eventPlans.mode')}
            value={draft.updateMode}
            fault={null}
            control={{}}
            choices={modes.map((mode) => [mode, t(`eventPlans.mode.${mode}`)] as const)}
            onChange={(updateMode) => edit({ updateMode, groupid: draft.groupid || ROOT_GROUP })}
          />
          {draft.updateMode === 'GROUP' ? (
            <SelectInput
              label={t('eventPlans.group')}
              value={draft.groupid}
              fault={null}
              control={{}}
              choices={groups.map(({ groupid, name }) => [groupid, name] as const)}
              onChange={(groupid) => edit({ groupid })}
            />
          ) : null}
          {draft.updateMode === 'DEVICE' ? (
            <div className={styles.devices}>
              <span dir="auto">
                {devices.length === 0 ? t('eventPlans.noDevice') : devices.map(labelOf).join(', ')}
              </span>
              <button type="button" className="btn btn-quiet btn-sm" onClick={() => setSelecting(true)}>
                {t('eventPlans.selectDevices')}
              </button>
            </div>
          ) : null}
          <SelectInput
            label={t('eventPlans.event')}
            value={draft.appdevid}
            fault={null}
            control={{}}
            choices={events}
            onChange={(appdevid) => edit({ appdevid })}
          />
          {'downloadtype' in draft ? <DownloadFields plan={draft} onEdit={edit} /> : null}
          {'script' in draft ? <PushFields plan={draft} onEdit={edit} /> : null}
          {'call_en' in draft ? <RealtimeFields plan={draft} onEdit={edit} /> : null}
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={!maySave}>
            {t('form.save')}
          </button>
        </Modal.Footer>
      </form>
      {isSelecting ? (
        <DeviceSelector
          chosen={devices}
          onChoose={(chosen) => {
            setDevices(chosen)
            setSelecting(false)
          }}
          onClose={() => setSelecting(false)}
        />
      ) : null}
    </Modal>
  )
}

/** PLAN-31, PLAN-32. */
function deviceidOf({ updateMode }: Plan, devices: readonly string[]): string {
  if (updateMode === 'DEVICE') return devices.join(',')
  return updateMode === 'GLOBAL' ? 'GLOBAL' : ''
}
