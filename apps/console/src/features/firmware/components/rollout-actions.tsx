import type { FirmwareRollout, RolloutAction } from '@fleetglass/contract/firmware'
import { useState } from 'react'
import type { IconName } from '../../../platform/icons/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog, Icon } from '../../../ui/index.ts'
import styles from '../firmware.module.css'
import { useRolloutWrites } from '../firmware-rollouts.queries.ts'

const icons: Readonly<Record<RolloutAction, IconName>> = { pause: 'pause', resume: 'play', stop: 'stop' }

/** What can be done to a rollout in its state. */
function actionsOf({ state }: FirmwareRollout): readonly RolloutAction[] {
  if (state === 'running') return ['pause', 'stop']
  return state === 'paused' ? ['resume', 'stop'] : []
}

/** Pause, resume, stop and delete, each after a question that names the rollout. */
export function RolloutActions(props: { readonly rollout: FirmwareRollout; readonly onRemoved: () => void }) {
  const t = useText()
  const { rollout, onRemoved } = props
  const { act, remove } = useRolloutWrites()
  const [asked, setAsked] = useState<RolloutAction | 'delete' | null>(null)
  // What the dialog asks stays while it fades away.
  const [shown, setShown] = useState<RolloutAction | 'delete'>('pause')
  const ask = (action: RolloutAction | 'delete'): void => {
    setShown(action)
    setAsked(action)
  }
  const confirm = async (): Promise<void> => {
    const { rolloutid } = rollout
    if (shown !== 'delete') return void (await act.mutateAsync({ rolloutid, action: shown }))
    await remove.mutateAsync(rolloutid)
    onRemoved()
  }
  if (!rollout.editable) return <p className="muted">{t('firmware.notEditable')}</p>
  const actions = actionsOf(rollout)
  return (
    <div className={styles.actions}>
      {actions.map((action) => (
        <button key={action} type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => ask(action)}>
          <Icon name={icons[action]} size={16} />
          {t(`firmware.${action}`)}
        </button>
      ))}
      {actions.length > 0 ? null : (
        <button type="button" className="btn btn-quiet btn-sm icon-text" onClick={() => ask('delete')}>
          <Icon name="trash" size={16} />
          {t('firmware.deleteConfirm')}
        </button>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t(shown === 'delete' ? 'firmware.deleteRolloutTitle' : `firmware.${shown}Title`)}
        about={[rollout.targetfw, rollout.memo].filter(Boolean).join(' · ')}
        text={t(shown === 'delete' ? 'firmware.deleteRolloutText' : `firmware.${shown}Text`)}
        confirmLabel={t(shown === 'delete' ? 'firmware.deleteConfirm' : `firmware.${shown}`)}
        isHarmless={shown === 'pause' || shown === 'resume'}
        onConfirm={confirm}
        onClose={() => setAsked(null)}
      />
    </div>
  )
}
