import { FIRMWARE_MEMO_MAX, FIRMWARE_VERSION_MAX, FIRMWARE_WAVE_MAX } from '@fleetglass/contract/firmware'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import { useGroupLinks, useGroupTree } from '../../../shared/groups/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { TextInput } from '../../../ui/form/index.ts'
import { Loading } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useDeviceModels, useRolloutWrites } from '../firmware-rollouts.queries.ts'
import { coveredDevices, faultsOf, newDraft, type RolloutDraft, rolloutOf } from '../rollout-draft.ts'
import { CheckList } from './check-list.tsx'
import { FirmwareSource } from './firmware-source.tsx'

/** A new rollout: which devices, which firmware, and how carefully. */
export function RolloutForm({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const titleId = useId()
  const { add } = useRolloutWrites()
  const [draft, setDraft] = useState(newDraft)
  const edit = (change: Partial<RolloutDraft>): void => setDraft((before) => ({ ...before, ...change }))
  const rollout = rolloutOf(draft)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (rollout !== null && !add.isPending) add.mutate(rollout, { onSuccess: onClose })
  }
  return (
    <Modal show onHide={onClose} size="lg" scrollable centered aria-labelledby={titleId}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <Modal.Header>
          <h2 id={titleId} className="modal-title">
            {t('firmware.newRollout')}
          </h2>
        </Modal.Header>
        <Modal.Body className={styles.fields}>
          <Firmware draft={draft} onEdit={edit} />
          <DeviceChoice draft={draft} onEdit={edit} />
          <Pace draft={draft} onEdit={edit} />
        </Modal.Body>
        <Modal.Footer>
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {t('action.cancel')}
          </button>
          <button type="submit" className="btn btn-primary" disabled={rollout === null || add.isPending}>
            {t('firmware.startRollout')}
          </button>
        </Modal.Footer>
      </form>
    </Modal>
  )
}

interface Part {
  readonly draft: RolloutDraft
  readonly onEdit: (change: Partial<RolloutDraft>) => void
}

function Firmware({ draft, onEdit }: Part) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('firmware.target')}
        value={draft.targetfw}
        max={FIRMWARE_VERSION_MAX}
        fault={null}
        control={{ placeholder: 'MDVR4_1.2' }}
        onChange={(targetfw) => onEdit({ targetfw })}
      />
      <TextInput
        label={t('firmware.memo')}
        value={draft.memo}
        max={FIRMWARE_MEMO_MAX}
        fault={null}
        onChange={(memo) => onEdit({ memo })}
      />
      <div className={styles.wide}>
        <FirmwareSource
          label={t('firmware.url')}
          url={draft.url}
          fault={faultsOf(draft).has('url') ? t('firmware.urlFault') : null}
          onUrl={(url) => onEdit({ url })}
        />
      </div>
    </>
  )
}

function DeviceChoice({ draft, onEdit }: Part) {
  const t = useText()
  const tree = useGroupTree()
  const links = useGroupLinks()
  const models = useDeviceModels()
  const counts = useMemo(() => modelCounts(models.data ?? []), [models.data])
  const failed = [tree, links, models].find(({ isError }) => isError)
  if (failed !== undefined) {
    return <ListFailed reason={failed.error?.message ?? ''} onAgain={() => void failed.refetch()} />
  }
  if (tree.data === undefined || links.data === undefined || models.data === undefined) {
    return <Loading label={t('page.loading')} />
  }
  const covered = coveredDevices(draft, { tree: tree.data, links: links.data, infos: models.data })
  const same = covered.filter(({ firmware }) => firmware.trim() === draft.targetfw.trim() && firmware !== '').length
  return (
    <>
      <CheckList
        label={t('firmware.groups')}
        hint={t('firmware.groupsHint')}
        none={t('table.none')}
        entries={tree.data.all.map(({ groupid: id, name: label, depth }) => ({ id, label, depth, note: '' }))}
        chosen={draft.groups}
        onChosen={(groups) => onEdit({ groups })}
      />
      <CheckList
        label={t('firmware.models')}
        hint={t('firmware.modelsHint')}
        none={t('firmware.noModels')}
        entries={counts.map(([id, count]) => ({ id, label: id, depth: 0, note: String(count) }))}
        chosen={draft.models}
        onChosen={(chosen) => onEdit({ models: chosen })}
      />
      <p className={styles.wide} role="status">
        {covered.length === 0 ? t('firmware.coversNone') : t('firmware.covers', { count: covered.length, same })}
      </p>
    </>
  )
}

function modelCounts(
  infos: readonly { readonly model: string }[],
): readonly (readonly [model: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { model } of infos) if (model !== '') counts.set(model, (counts.get(model) ?? 0) + 1)
  return [...counts].sort(([one], [other]) => one.localeCompare(other))
}

function Pace({ draft, onEdit }: Part) {
  const t = useText()
  const faults = faultsOf(draft)
  return (
    <>
      <TextInput
        label={t('firmware.firstWave')}
        value={draft.firstwave}
        kind="number"
        hint={t('firmware.firstWaveHint')}
        fault={faults.has('firstwave') ? t('firmware.numberFault', { most: FIRMWARE_WAVE_MAX }) : null}
        onChange={(firstwave) => onEdit({ firstwave })}
      />
      <TextInput
        label={t('firmware.failureLimit')}
        value={draft.failurelimit}
        kind="number"
        hint={t('firmware.failureLimitHint')}
        fault={faults.has('failurelimit') ? t('firmware.numberFault', { most: 100 }) : null}
        onChange={(failurelimit) => onEdit({ failurelimit })}
      />
    </>
  )
}
