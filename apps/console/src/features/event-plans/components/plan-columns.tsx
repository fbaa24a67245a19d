import type { PlanKind } from '@fleetglass/contract/event-plans'
import type { Translate } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import type { DataColumn } from '../../../ui/data-table/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { Plan } from '../plan-kinds.ts'

interface ColumnsOf {
  readonly t: Translate
  readonly kind: PlanKind
  readonly isPhone: boolean
  readonly nameOfEvent: (code: number) => string
  readonly memoOf: (deviceid: string) => string
  readonly groupOf: (groupid: string) => string
  readonly isBusy: boolean
  readonly onSave: (plan: Plan) => void
  readonly onEdit: (plan: Plan) => void
  readonly onRemove: (plan: Plan) => void
}

type Column = DataColumn<Plan>

/** PLAN-09, PLAN-16. */
export function planColumns(table: ColumnsOf): readonly Column[] {
  const { t, kind, memoOf, groupOf, nameOfEvent } = table
  const own = { download: downloadColumns, push: pushColumns, realtime: realtimeColumns } as const
  return [
    {
      id: 'deviceid',
      label: t('eventPlans.device'),
      text: ({ updateMode, deviceid, groupid }) =>
        updateMode === 'GROUP' ? t('eventPlans.ofGroup', { group: groupOf(groupid) }) : deviceid,
    },
    { id: 'vehicle', label: t('eventPlans.vehicle'), text: ({ deviceid }) => memoOf(deviceid) },
    {
      id: 'code',
      label: t('eventPlans.code'),
      numeric: true,
      text: ({ appdevid }) => String(appdevid),
      value: ({ appdevid }) => appdevid,
    },
    { id: 'type', label: t('eventPlans.type'), text: ({ appdevid }) => nameOfEvent(appdevid) },
    ...own[kind](table),
    {
      id: 'update',
      label: t('eventPlans.update'),
      text: ({ updatetime }) => localTimeText(updatetime),
      value: ({ updatetime }) => updatetime,
    },
    actionColumn(table),
  ]
}

function downloadColumns({ t }: ColumnsOf): readonly Column[] {
  const column = (
    id: string,
    label: string,
    text: (plan: Extract<Plan, { downloadtype: number }>) => string,
  ): Column => ({
    id,
    label,
    text: (plan) => ('downloadtype' in plan ? text(plan) : ''),
  })
  const seconds = (id: 'preoffset' | 'postoffset', label: string): Column => ({
    ...column(id, label, (plan) => String(plan[id])),
    numeric: true,
    value: (plan) => ('downloadtype' in plan ? plan[id] : 0),
  })
  return [
    column('mode', t('eventPlans.downloadMode'), ({ downloadtype }) => t(`eventPlans.downloadtype.${downloadtype}`)),
    column('media', t('eventPlans.mediaType'), ({ mediatype }) => t(`eventPlans.mediatype.${mediatype}`)),
    column('channels', t('eventPlans.channels'), ({ downloadplan }) =>
      [1, 2, 3, 4, 5, 6, 7, 8].filter((channel) => downloadplan & (1 << (channel - 1))).join(', '),
    ),
    seconds('preoffset', t('eventPlans.pre')),
    seconds('postoffset', t('eventPlans.post')),
    column('entp', t('eventPlans.entp'), ({ entimepart }) => onOff(t, entimepart)),
    column('enup', t('eventPlans.enup'), ({ enupload }) => onOff(t, enupload)),
  ]
}

function pushColumns({ t, isBusy, onSave, nameOfEvent }: ColumnsOf): readonly Column[] {
  return [
    {
      id: 'enable',
      label: t('eventPlans.enable'),
      text: (plan) => ('enable' in plan ? onOff(t, plan.enable) : ''),
      // PLAN-34.
      cell: (plan) =>
        'enable' in plan ? (
          <input
            type="checkbox"
            role="switch"
            aria-checked={plan.enable === 1}
            className="form-check-input"
            aria-label={t('eventPlans.enableOf', { event: nameOfEvent(plan.appdevid) })}
            disabled={isBusy}
            checked={plan.enable === 1}
            onChange={({ target }) => onSave({ ...plan, enable: target.checked ? 1 : 0 })}
          />
        ) : null,
    },
    { id: 'name', label: t('eventPlans.name'), text: (plan) => ('script' in plan ? plan.name : '') },
    { id: 'script', label: t('eventPlans.script'), text: (plan) => ('script' in plan ? plan.script : '') },
  ]
}

function realtimeColumns({ t }: ColumnsOf): readonly Column[] {
  const column = (id: string, label: string, text: (plan: Extract<Plan, { call_en: number }>) => string): Column => ({
    id,
    label,
    text: (plan) => ('call_en' in plan ? text(plan) : ''),
  })
  return [
    column('call', t('eventPlans.call'), ({ call_en }) => onOff(t, call_en)),
    column('calltime', t('eventPlans.callTime'), ({ call_time }) => t('eventPlans.seconds', { seconds: call_time })),
    column('email', t('eventPlans.email'), ({ email_en }) => onOff(t, email_en)),
    column('receivers', t('eventPlans.receivers'), ({ receivers }) => receivers.replaceAll(',', ', ')),
  ]
}

function actionColumn({ t, isPhone, isBusy, nameOfEvent, onEdit, onRemove }: ColumnsOf): Column {
  return {
    id: 'action',
    label: t('eventPlans.action'),
    plain: true,
    ...(!isPhone && { pinned: true }),
    text: () => '',
    cell: (plan) => {
      const about = { event: nameOfEvent(plan.appdevid), device: plan.deviceid || plan.groupid }
      const [edit, remove] = [t('eventPlans.editOf', about), t('eventPlans.removeOf', about)]
      return (
        <>
          <button type="button" className="icon-button" aria-label={edit} title={edit} onClick={() => onEdit(plan)}>
            <Icon name="pencil" size={18} />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={remove}
            title={remove}
            disabled={isBusy}
            onClick={() => onRemove(plan)}
          >
            <Icon name="trash" size={18} />
          </button>
        </>
      )
    },
  }
}

function onOff(t: Translate, value: 0 | 1): string {
  return value === 1 ? t('eventPlans.on') : t('eventPlans.off')
}
