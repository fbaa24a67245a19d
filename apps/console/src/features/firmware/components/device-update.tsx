import { type DeviceFirmware, FIRMWARE_LOGIN_MAX, type FirmwareUpdate } from '@fleetglass/contract/firmware'
import type { FormEvent } from 'react'
import { type Device, useDeviceLabel } from '../../../engines/fleet/index.ts'
import { useSite } from '../../../platform/preferences/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { SecretInput, TextInput } from '../../../ui/form/index.ts'
import { Loading, notify } from '../../../ui/index.ts'
import { useDeviceFirmware, useFirmwareUpdate } from '../device-firmware.queries.ts'
import styles from '../firmware.module.css'
import { mayUpdate, type UpdateOrder } from '../update-order.ts'
import type { Cooldown } from '../use-cooldown.ts'
import { FirmwareSource } from './firmware-source.tsx'

/** FW-05, FW-06: the firmware of the chosen device, and its update. */
export function DeviceUpdate(props: {
  readonly device: Device
  readonly order: UpdateOrder
  readonly onOrder: (order: UpdateOrder) => void
  readonly cooldown: Cooldown
}) {
  const t = useText()
  const { device, order, onOrder, cooldown } = props
  const firmware = useDeviceFirmware(device.deviceId)
  const label = useDeviceLabel(device)
  if (firmware.isPending) return <Loading label={t('page.loading')} />
  if (firmware.data === undefined) {
    return <ListFailed reason={firmware.error?.message ?? ''} onAgain={() => void firmware.refetch()} />
  }
  return (
    <section className={`panel ${styles.device}`} aria-label={label}>
      <h2 dir="auto">{device.deviceId}</h2>
      {firmware.isError ? (
        <p className={styles.fault} role="alert">
          {t('firmware.stale', { reason: firmware.error.message })}
        </p>
      ) : null}
      <DeviceState firmware={firmware.data} />
      <UpdateForm firmware={firmware.data} order={order} onOrder={onOrder} cooldown={cooldown} />
    </section>
  )
}

function DeviceState({ firmware }: { readonly firmware: DeviceFirmware }) {
  const t = useText()
  const { version, status, update } = firmware
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{t('firmware.version')}</dt>
          <dd dir="auto">{version === '' ? t('firmware.noVersion') : version}</dd>
        </div>
        <div>
          <dt>{t('firmware.status')}</dt>
          <dd>
            <span role="status">{statusText(firmware, t)}</span>
          </dd>
        </div>
        <div>
          <dt>{t('firmware.latest')}</dt>
          <dd>{update === null ? t('firmware.neverUpdated') : <LatestUpdate update={update} />}</dd>
        </div>
      </dl>
      <label className={styles.progress}>
        <span className="visually-hidden">{t('firmware.progress')}</span>
        <progress max={100} value={status} />
        <span className="num">{status} %</span>
      </label>
    </>
  )
}

function LatestUpdate({ update }: { readonly update: FirmwareUpdate }) {
  const t = useText()
  const { stage, reason, by, begintime, endtime } = update
  return (
    <>
      <span className={stage === 'failed' ? styles.failed : undefined}>{t(`firmware.stage.${stage}`)}</span>
      {reason === '' ? null : <span>{t(`firmware.reason.${reason}`)}</span>}
      <span className="muted">
        {`${t(`firmware.by.${by}`)} · `}
        <span className="num">{localTimeText(endtime === 0 ? begintime : endtime)}</span>
      </span>
    </>
  )
}

/** FW-17. */
function statusText({ status, update }: DeviceFirmware, t: Translate): string {
  if (status === 0) return t('firmware.offline')
  return status === 100 || update === null ? t('firmware.ready') : t(`firmware.stage.${update.stage}`)
}

function UpdateForm(props: {
  readonly firmware: DeviceFirmware
  readonly order: UpdateOrder
  readonly onOrder: (order: UpdateOrder) => void
  readonly cooldown: Cooldown
}) {
  const t = useText()
  // VAR-20.
  const { externalSetting } = useSite()
  const { firmware, order, onOrder, cooldown } = props
  const update = useFirmwareUpdate()
  const isReady = mayUpdate(firmware, order) && !cooldown.isOn && !update.isPending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady) return
    cooldown.start()
    const login = externalSetting ? order : { user: '', password: '' }
    update.mutate(
      { ...login, deviceId: firmware.deviceid, url: order.url.trim() },
      { onSuccess: () => notify.success(t('firmware.ordered')) },
    )
  }
  return (
    <form className={styles.order} noValidate onSubmit={submit}>
      <FirmwareSource label={t('firmware.firmwareUrl')} url={order.url} onUrl={(url) => onOrder({ ...order, url })} />
      {externalSetting ? (
        <div className={styles.source}>
          <TextInput
            label={t('firmware.userName')}
            value={order.user}
            max={FIRMWARE_LOGIN_MAX}
            fault={null}
            onChange={(user) => onOrder({ ...order, user })}
          />
          <SecretInput
            label={t('firmware.password')}
            value={order.password}
            fault={null}
            onChange={(password) => onOrder({ ...order, password: password.slice(0, FIRMWARE_LOGIN_MAX) })}
          />
        </div>
      ) : null}
      <button type="submit" className="btn btn-primary" disabled={!isReady}>
        {t('firmware.update')}
      </button>
    </form>
  )
}
