import type { FirmwareRollout } from '@fleetglass/contract/firmware'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, NoRows } from '../../../ui/data-table/index.ts'
import { Icon, Loading } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useRollouts } from '../firmware-rollouts.queries.ts'
import { sizeOf } from '../rollout-draft.ts'
import { RolloutBar } from './rollout-bar.tsx'
import { RolloutDetail } from './rollout-detail.tsx'
import { RolloutForm } from './rollout-form.tsx'
import { RolloutStateWord, rolloutStateText } from './rollout-state.tsx'

const listAddress = '/devicefirmwareupdate?tab=rollouts'
const addressOf = ({ rolloutid }: FirmwareRollout): string => `${listAddress}&rollout=${rolloutid}`

/** Updates of many devices in waves: the list, or the one that the address names. */
export function FirmwareRollouts() {
  const [parameters] = useSearchParams()
  const named = parameters.get('rollout') ?? ''
  return /^\d{1,9}$/.test(named) ? (
    <RolloutDetail key={named} rolloutid={Number(named)} listAddress={listAddress} />
  ) : (
    <RolloutTable />
  )
}

function RolloutTable() {
  const t = useText()
  const navigate = useNavigate()
  const rollouts = useRollouts()
  const isNarrow = useIsMobile()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <button type="button" className="btn btn-primary btn-sm icon-text" onClick={() => setAdding(true)}>
          <Icon name="plus" size={16} />
          {t('firmware.newRollout')}
        </button>
      </div>
      {rollouts.isPending ? <Loading label={t('page.loading')} /> : null}
      {rollouts.isError ? <ListFailed reason={rollouts.error.message} onAgain={() => void rollouts.refetch()} /> : null}
      {rollouts.data?.length === 0 ? (
        <NoRows isEmpty emptyTitle={t('firmware.noRollouts')} emptyHint={t('firmware.noRolloutsHint')} />
      ) : null}
      {rollouts.data !== undefined && rollouts.data.length > 0 ? (
        <div className={styles.table}>
          <DataTable
            label={t('firmware.tab.rollouts')}
            columns={rolloutColumns(t)}
            rows={rollouts.data}
            keyOf={({ rolloutid }) => String(rolloutid)}
            onOpen={(rollout) => void navigate(addressOf(rollout))}
            stacked={isNarrow}
          />
        </div>
      ) : null}
      {isAdding ? <RolloutForm onClose={() => setAdding(false)} /> : null}
    </>
  )
}

function rolloutColumns(t: Translate): readonly DataColumn<FirmwareRollout>[] {
  return [
    {
      id: 'target',
      label: t('firmware.target'),
      text: ({ targetfw }) => targetfw,
      cell: (rollout) => (
        <Link to={addressOf(rollout)} aria-label={t('firmware.open', { name: rollout.targetfw })}>
          <bdi>{rollout.targetfw}</bdi>
        </Link>
      ),
    },
    {
      id: 'state',
      label: t('firmware.state'),
      text: (rollout) => rolloutStateText(rollout, t),
      cell: (rollout) => <RolloutStateWord rollout={rollout} />,
    },
    {
      id: 'progress',
      label: t('firmware.devicesDone'),
      text: ({ done }) => String(done),
      value: ({ done, ...rollout }) => done / Math.max(1, sizeOf({ done, ...rollout })),
      cell: (rollout) => (
        <span className={styles.share}>
          <RolloutBar rollout={rollout} />
          <span className="num">{t('firmware.doneOfAll', { done: rollout.done, all: sizeOf(rollout) })}</span>
        </span>
      ),
    },
    { id: 'failed', label: t('firmware.device.failed'), numeric: true, text: ({ failed }) => String(failed) },
    { id: 'wave', label: t('firmware.wave'), numeric: true, text: ({ wave }) => String(wave) },
    { id: 'memo', label: t('firmware.memo'), text: ({ memo }) => memo },
    {
      id: 'begun',
      label: t('firmware.begun'),
      text: ({ begintime }) => localTimeText(begintime),
      value: ({ begintime }) => begintime,
    },
  ]
}
