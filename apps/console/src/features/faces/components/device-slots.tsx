import { useState } from 'react'
import { useLabelOf } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading, PageState } from '../../../ui/index.ts'
import styles from '../faces.module.css'
import { useSlots, useSlotWrites } from '../faces.queries.ts'
import { SlotDetail } from './slot-detail.tsx'

/** FACE-03: the slots of a device, and the face of the chosen one. */
export function DeviceSlots({ deviceId }: { readonly deviceId: string | null }) {
  const t = useText()
  if (deviceId === null)
    return <PageState icon="truck" title={t('faces.chooseDevice')} hint={t('faces.chooseDeviceHint')} />
  return <Slots deviceId={deviceId} />
}

function Slots({ deviceId }: { readonly deviceId: string }) {
  const t = useText()
  const device = useLabelOf()(deviceId)
  const slots = useSlots(deviceId)
  const { remove } = useSlotWrites(deviceId)
  const [slot, setSlot] = useState<number | null>(null)
  const [doomed, setDoomed] = useState<number | null>(null)
  if (slots.isPending) return <Loading label={t('page.loading')} />
  if (slots.isError) return <ListFailed reason={slots.error.message} onAgain={() => void slots.refetch()} />
  return (
    <div className={styles.slots}>
      <div className={styles.slotList}>
        <div className={styles.bar}>
          <h2>{t('faces.slots', { device })}</h2>
          <button
            type="button"
            className="btn btn-quiet btn-sm"
            disabled={slots.isFetching}
            onClick={() => void slots.refetch()}
          >
            {t('faces.readAgain')}
          </button>
        </div>
        {slots.data.length === 0 ? <PageState icon="list" title={t('faces.noSlots')} /> : null}
        <ul aria-label={t('faces.slots', { device })}>
          {slots.data
            .map((timeS, at) => ({ slot: at + 1, timeS }))
            .map((row) => (
              <SlotRow
                key={row.slot}
                {...row}
                isOpen={slot === row.slot}
                onOpen={() => setSlot(row.slot)}
                onRemove={() => setDoomed(row.slot)}
              />
            ))}
        </ul>
      </div>
      <SlotPanel deviceId={deviceId} slot={slot} timeS={slot === null ? 0 : (slots.data[slot - 1] ?? 0)} />
      <ConfirmDialog
        open={doomed !== null}
        title={t('faces.deleteSlotTitle')}
        about={doomed === null ? '' : `${device} · ${t('faces.slot', { slot: doomed })}`}
        text={t('faces.deleteSlotText')}
        confirmLabel={t('faces.delete')}
        onConfirm={async () => {
          if (doomed !== null) await remove.mutateAsync(doomed)
        }}
        onClose={() => setDoomed(null)}
      />
    </div>
  )
}

function SlotRow(props: {
  readonly slot: number
  readonly timeS: number
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onRemove: () => void
}) {
  const t = useText()
  const { slot, timeS, isOpen, onOpen, onRemove } = props
  const name = t('faces.slot', { slot })
  const label = t('faces.deleteNamed', { name })
  return (
    <li className={styles.slot}>
      <button type="button" className={styles.slotName} aria-pressed={isOpen} onClick={onOpen}>
        <b>{name}</b>
        <span className="muted num">{timeS === 0 ? t('faces.slotEmpty') : localTimeText(timeS)}</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        disabled={timeS === 0}
        onClick={onRemove}
      >
        <Icon name="trash" size={16} />
      </button>
    </li>
  )
}

function SlotPanel(props: { readonly deviceId: string; readonly slot: number | null; readonly timeS: number }) {
  const t = useText()
  const { deviceId, slot, timeS } = props
  if (slot === null) return <PageState icon="list" title={t('faces.chooseSlot')} hint={t('faces.chooseSlotHint')} />
  if (timeS === 0)
    return (
      <PageState
        icon="list"
        title={`${t('faces.slot', { slot })} · ${t('faces.slotEmpty')}`}
        hint={t('faces.emptySlotHint')}
      />
    )
  return <SlotDetail key={slot} deviceId={deviceId} slot={slot} />
}
