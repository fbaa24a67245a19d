import { type FirmwareRollout, rolloutDeviceStates } from '@fleetglass/contract/firmware'
import { useText } from '../../../platform/texts/index.ts'
import styles from '../firmware.module.css'

/** How the devices of a rollout stand, as shares of a bar; what is left of it waits. */
export function RolloutBar({ rollout }: { readonly rollout: FirmwareRollout }) {
  const t = useText()
  const words = rolloutDeviceStates.map((state) => `${t(`firmware.device.${state}`)}: ${rollout[state]}`)
  return (
    <span className={styles.bar} role="img" aria-label={`${t('firmware.devicesDone')}. ${words.join(', ')}`}>
      {(['done', 'running', 'failed', 'skipped', 'waiting'] as const).map((state) =>
        rollout[state] === 0 ? null : <i key={state} data-state={state} style={{ flexGrow: rollout[state] }} />,
      )}
    </span>
  )
}
