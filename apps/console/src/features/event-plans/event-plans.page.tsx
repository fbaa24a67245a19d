import type { PlanKind } from '@fleetglass/contract/event-plans'
import { useMemo, useState } from 'react'
import { useStandardEventName } from '../../engines/events/index.ts'
import { useFleetList, useLabelOf } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { DeliveryLogButton } from '../../shared/delivery-log/index.ts'
import { useGroupTree } from '../../shared/groups/index.ts'
import { DataTable, ListFailed, matchingRows, NoRows, TablePage } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Loading } from '../../ui/index.ts'
import { planColumns } from './components/plan-columns.tsx'
import { PlanEditor } from './components/plan-editor.tsx'
import { isOfFilter, PlanFilter, type PlanFilterValue } from './components/plan-filter.tsx'
import styles from './event-plans.module.css'
import { usePlans, usePlanWrites } from './event-plans.queries.ts'
import { keyOfPlan, type Plan, planKinds } from './plan-kinds.ts'

export function DownloadPlansPage() {
  return <PlansPage kind="download" />
}

export function PushPlansPage() {
  return <PlansPage kind="push" />
}

export function RealtimePlansPage() {
  return <PlansPage kind="realtime" />
}

type Question = { readonly kind: 'plan'; readonly plan: Plan } | { readonly kind: 'device'; readonly deviceid: string }

/** The layout of the three pages: whom plans cover at the side, the plans beside it. */
function PlansPage({ kind }: { readonly kind: PlanKind }) {
  const t = useText()
  const plans = usePlans(kind)
  const { save, remove, removeOfDevice } = usePlanWrites(kind)
  const groups = useGroupTree()
  const isPhone = useIsMobile()
  const [filter, setFilter] = useState<PlanFilterValue>({ by: 'device', value: 'ALL' })
  const [words, setWords] = useState('')
  const [edited, setEdited] = useState<Plan | null>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  const nameOfEvent = useStandardEventName()
  const labelOf = useLabelOf()
  const aboutOf = (asked: Question | null): string => {
    if (asked === null) return ''
    if (asked.kind === 'device') return labelOf(asked.deviceid)
    const { appdevid, deviceid, groupid } = asked.plan
    return `${nameOfEvent(appdevid)}, ${deviceid === '' ? (groups.data?.get(groupid)?.name ?? groupid) : labelOf(deviceid)}`
  }
  const memos = useFleetList(({ devices }) => [...devices.values()].map(({ deviceId, memo }) => `${deviceId}\n${memo}`))
  const memoOf = useMemo(() => new Map(memos.map((pair) => pair.split('\n') as [string, string])), [memos])
  const columns = planColumns({
    t,
    kind,
    isPhone,
    nameOfEvent: (code) => nameOfEvent(code) ?? t('event.numbered', { code }),
    memoOf: (deviceid) => memoOf.get(deviceid) ?? '',
    groupOf: (groupid) => groups.data?.get(groupid)?.name ?? groupid,
    isBusy: save.isPending || remove.isPending,
    onSave: (plan) => save.mutate({ plan, from: null }),
    onEdit: setEdited,
    onRemove: (plan) => setQuestion({ kind: 'plan', plan }),
  })
  if (plans.isPending) return <Loading label={t('page.loading')} />
  if (plans.isError) return <ListFailed reason={plans.error.message} onAgain={() => void plans.refetch()} />
  const ofFilter = plans.data.filter((plan) => isOfFilter(plan, filter))
  const rows = matchingRows(ofFilter, columns, words)
  const title = t(planKinds[kind].titleKey)
  return (
    <div className={styles.page}>
      <PlanFilter
        plans={plans.data}
        groups={groups.data?.all ?? []}
        filter={filter}
        onFilter={setFilter}
        onAdd={() => setEdited(planKinds[kind].initial)}
        onRemoveDevice={(deviceid) => setQuestion({ kind: 'device', deviceid })}
      />
      <TablePage
        title={title}
        words={words}
        onWords={setWords}
        searchLabel={t('eventPlans.search')}
        head={kind === 'download' ? null : <DeliveryLogButton of="all" />}
      >
        {rows.length === 0 ? (
          <NoRows
            isEmpty={ofFilter.length === 0}
            emptyTitle={t(plans.data.length === 0 ? 'eventPlans.none' : 'eventPlans.noneHere')}
            emptyHint={t(plans.data.length === 0 ? 'eventPlans.noneHint' : 'eventPlans.noneHereHint')}
          />
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={rows}
            keyOf={keyOfPlan}
            nameColumn="deviceid"
            stacked={isPhone}
          />
        )}
      </TablePage>
      {edited === null ? null : (
        <PlanEditor
          kind={kind}
          plan={edited}
          groups={groups.data?.all ?? []}
          isSaving={save.isPending}
          // PLAN-15: also a save that fails closes the dialog.
          onSave={(plan, from) => save.mutate({ plan, from }, { onSettled: () => setEdited(null) })}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        open={question !== null}
        title={question?.kind === 'device' ? t('eventPlans.deleteAll') : t('eventPlans.delete')}
        about={aboutOf(question)}
        text={t('eventPlans.deleteHint')}
        confirmLabel={t('eventPlans.deleteConfirm')}
        onConfirm={async () => {
          if (question?.kind === 'device') await removeOfDevice.mutateAsync(question.deviceid)
          if (question?.kind === 'plan') await remove.mutateAsync(question.plan)
        }}
        onClose={() => setQuestion(null)}
      />
    </div>
  )
}
