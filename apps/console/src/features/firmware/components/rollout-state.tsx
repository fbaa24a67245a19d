import type { FirmwareRollout } from '@fleetglass/contract/firmware'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import styles from '../firmware.module.css'

export function rolloutStateText({ state, pausedby }: FirmwareRollout, t: Translate): string {
  return pausedby === 'failures' ? t('firmware.tooManyFailures') : t(`firmware.state.${state}`)
}

export function RolloutStateWord({ rollout }: { readonly rollout: FirmwareRollout }) {
  const t = useText()
  return (
    <span className={styles.state} data-state={rollout.pausedby === 'failures' ? 'failures' : rollout.state}>
      {rolloutStateText(rollout, t)}
    </span>
  )
}
