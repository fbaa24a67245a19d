import {
  type FirmwareRollout,
  type RolloutDevice,
  type RolloutDeviceState,
  rolloutDeviceStates,
} from '@fleetglass/contract/firmware'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLabelOf } from '../../../engines/fleet/index.ts'
import { useIsMobile } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { type DataColumn, DataTable, ListFailed, NoRows } from '../../../ui/data-table/index.ts'
import { Icon, Loading } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useRollout } from '../firmware-rollouts.queries.ts'
import { sizeOf, versionCounts } from '../rollout-draft.ts'
import { RolloutActions } from './rollout-actions.tsx'
import { RolloutBar } from './rollout-bar.tsx'
import { RolloutStateWord } from './rollout-state.tsx'

/** A rollout: which device has which version, and why one failed or was skipped. */
export function RolloutDetail({
  rolloutid,
  listAddress,
}: {
  readonly rolloutid: number
  readonly listAddress: string
}) {
  const t = useText()
  const navigate = useNavigate()
  const detail = useRollout(rolloutid)
  const [only, setOnly] = useState<RolloutDeviceState | null>(null)
  const back = (
    <Link className="btn btn-quiet btn-sm icon-text" to={listAddress}>
      <Icon name="previous" size={16} />
      {t('firmware.allRollouts')}
    </Link>
  )
  if (detail.data === undefined) {
    return (
      <>
        <div className={styles.head}>{back}</div>
        {detail.isError ? (
          <ListFailed reason={detail.error.message} onAgain={() => void detail.refetch()} />
        ) : (
          <Loading label={t('page.loading')} />
        )}
      </>
    )
  }
  const { rollout, devices } = detail.data
  return (
    <>
      <div className={styles.head}>
        {back}
        <h2 dir="auto">{rollout.targetfw}</h2>
        <RolloutStateWord rollout={rollout} />
        <span className={styles.gap} />
        <RolloutActions rollout={rollout} onRemoved={() => void navigate(listAddress, { replace: true })} />
      </div>
      {detail.isError ? (
        <p className={`${styles.fault} ${styles.inset}`} role="alert">
          {t('firmware.stale', { reason: detail.error.message })}
        </p>
      ) : null}
      <Summary rollout={rollout} devices={devices} only={only} onOnly={setOnly} />
      <Devices devices={devices} only={only} />
    </>
  )
}

/** The bar, the counts, by which the table below is filtered, and how many devices have which version. */
function Summary(props: {
  readonly rollout: FirmwareRollout
  readonly devices: readonly RolloutDevice[]
  readonly only: RolloutDeviceState | null
  readonly onOnly: (state: RolloutDeviceState | null) => void
}) {
  const t = useText()
  const { rollout, devices, only, onOnly } = props
  const { firstwave, failurelimit, memo, url, wave } = rollout
  const versions = useMemo(() => versionCounts(devices), [devices])
  return (
    <div className={`${styles.inset} ${styles.summary}`}>
      <span className={styles.share}>
        <RolloutBar rollout={rollout} />
        <span className="num">{t('firmware.doneOfAll', { done: rollout.done, all: sizeOf(rollout) })}</span>
      </span>
      <fieldset className={styles.states}>
        <legend className="visually-hidden">{t('firmware.onlyState')}</legend>
        {rolloutDeviceStates.map((state) => (
          <button
            key={state}
            type="button"
            className="btn btn-quiet btn-sm icon-text"
            aria-pressed={only === state}
            onClick={() => onOnly(only === state ? null : state)}
          >
            <i className={styles.dot} data-state={state} />
            {t(`firmware.device.${state}`)}
            <b className="num">{rollout[state]}</b>
          </button>
        ))}
      </fieldset>
      <dl className={styles.facts}>
        <div>
          <dt>{t('firmware.versions')}</dt>
          <dd>
            {versions.map(([version, count]) => (
              <span key={version}>
                <bdi>{version === '' ? t('firmware.noVersion') : version}</bdi> <b className="num">{count}</b>
              </span>
            ))}
          </dd>
        </div>
        <div>
          <dt>{t('firmware.wave')}</dt>
          <dd className="num">{wave}</dd>
        </div>
        <div>
          <dt>{t('firmware.begun')}</dt>
          <dd>
            <span className="num">{localTimeText(rollout.begintime)}</span>
            <span className="muted">{t('firmware.settings', { first: firstwave, limit: failurelimit })}</span>
          </dd>
        </div>
        <div>
          <dt>{t('firmware.url')}</dt>
          <dd>
            <span className={styles.code} dir="ltr">
              {url}
            </span>
            {memo === '' ? null : <span dir="auto">{memo}</span>}
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Devices(props: { readonly devices: readonly RolloutDevice[]; readonly only: RolloutDeviceState | null }) {
  const t = useText()
  const isNarrow = useIsMobile()
  const labelOf = useLabelOf()
  const columns = useMemo(() => deviceColumns(t, labelOf), [t, labelOf])
  const { devices, only } = props
  const shown = useMemo(
    () => (only === null ? devices : devices.filter(({ state }) => state === only)),
    [devices, only],
  )
  if (shown.length === 0) return <NoRows isEmpty={false} emptyTitle={t('firmware.device')} />
  return (
    <div className={styles.table}>
      <DataTable
        label={t('firmware.devicesDone')}
        columns={columns}
        rows={shown}
        keyOf={({ deviceid }) => deviceid}
        nameColumn="device"
        stacked={isNarrow}
      />
    </div>
  )
}

function deviceColumns(t: Translate, labelOf: (deviceId: string) => string): readonly DataColumn<RolloutDevice>[] {
  return [
    { id: 'device', label: t('firmware.device'), text: ({ deviceid }) => labelOf(deviceid) },
    {
      id: 'state',
      label: t('firmware.state'),
      text: (row) => deviceStateText(row, t),
      cell: (row) => (
        <span className={styles.deviceState}>
          <i className={styles.dot} data-state={row.state} />
          {deviceStateText(row, t)}
        </span>
      ),
    },
    {
      id: 'reason',
      label: t('firmware.reason'),
      text: ({ reason }) => (reason === '' ? '' : t(`firmware.reason.${reason}`)),
      cell: ({ reason }) =>
        reason === '' ? '' : <span className={styles.reason}>{t(`firmware.reason.${reason}`)}</span>,
    },
    { id: 'version', label: t('firmware.version'), text: ({ version }) => version },
    { id: 'before', label: t('firmware.before'), text: ({ before }) => before },
    { id: 'wave', label: t('firmware.wave'), numeric: true, text: ({ wave }) => (wave === 0 ? '' : String(wave)) },
    {
      id: 'updated',
      label: t('firmware.updated'),
      text: ({ updatetime }) => (updatetime === 0 ? '' : localTimeText(updatetime)),
      value: ({ updatetime }) => updatetime,
    },
  ]
}

function deviceStateText({ state, online, progress }: RolloutDevice, t: Translate): string {
  if (state === 'waiting' && !online) return t('firmware.waitingOffline')
  const word = t(`firmware.device.${state}`)
  return state === 'running' && progress > 0 ? `${word} · ${progress} %` : word
}
