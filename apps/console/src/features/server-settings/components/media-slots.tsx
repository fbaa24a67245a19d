import {
  type BlockDevice,
  formatFault,
  listedDisks,
  MEDIA_SLOTS_MAX,
  type MediaSlot,
  OLD_DATA_COUNT_MAX,
  PERFORMANCE,
  type RecordDisks,
  recordDisksSchema,
} from '@fleetglass/contract/server-settings'
import { useState } from 'react'
import { z } from 'zod'
import { useText } from '../../../platform/texts/index.ts'
import {
  CheckInput,
  Form,
  FormActions,
  SelectField,
  SelectInput,
  useIsChanged,
  useZodForm,
} from '../../../ui/form/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { useSectionChanges } from '../../../ui/sections/index.ts'
import {
  type ReadRecordDisks,
  type SlotRecordings,
  useRestartRecording,
  useSaveRecordDisks,
  useSlotRecordings,
} from '../record-disks.queries.ts'
import styles from '../server-settings.module.css'
import slotStyles from './media-slots.module.css'

interface SlotFields {
  slots: MediaSlot[]
  performance: string
}

/** As the inputs hold it: the mode is the text of its number. */
const formSchema = z
  .object({ slots: recordDisksSchema.shape.slots, performance: z.string() })
  .transform(({ slots, performance }) => ({ slots, performance: Number(performance) }))
  .pipe(recordDisksSchema)

/** SET-068 to SET-070, SET-079: where recordings go. Of one state of the settings: what is read anew is another form. */
export function MediaSlots(props: {
  readonly reading: ReadRecordDisks
  readonly disks: readonly BlockDevice[]
  readonly onLoadAgain: () => void
}) {
  const t = useText()
  const { reading, disks, onLoadAgain } = props
  const { slots: before, performance } = reading.value
  const form = useZodForm({
    schema: formSchema,
    defaultValues: { slots: [...before], performance: String(performance) } satisfies SlotFields,
  })
  const save = useSaveRecordDisks()
  const [asked, setAsked] = useState<Question | null>(null)
  const count = useSlotRecordings()
  const send = (value: RecordDisks) => save.mutateAsync({ value, revision: reading.revision })
  const submit = (value: RecordDisks): void => void checked(value).catch(() => null)
  const checked = async (value: RecordDisks): Promise<unknown> => {
    const removed = before.filter(({ uuid }) => value.slots.every((slot) => slot.uuid !== uuid))
    const hidden = await count.mutateAsync(removed)
    // The oldest go from now on, whatever days are set.
    const isFilled = value.performance === PERFORMANCE.capacity && performance !== PERFORMANCE.capacity
    if (!isFilled && hidden.length === 0) return await send(value)
    return setAsked({ value, hidden, isFilled })
  }
  const restart = useRestartRecording()
  const { slots } = form.values
  useSectionChanges(useIsChanged(form) && !save.isSuccess)
  const change = (next: MediaSlot[]): void => form.setValue('slots', next, { shouldDirty: true })
  const offered = fileSystems(disks)
  const isPaused = slots.length > 0 && slots.every(({ readonly }) => readonly)
  return (
    <Form form={form} onSubmit={submit}>
      <fieldset className={slotStyles.slots}>
        <legend className={styles.subtitle}>{t('serverSettings.recordDisks.slots')}</legend>
        <p className={styles.hint}>{t('serverSettings.recordDisks.slotsHint')}</p>
        {Array.from({ length: Math.min(slots.length + 1, MEDIA_SLOTS_MAX) }, (_, at) => (
          <Slot
            key={`slot ${String(at)}`}
            number={at + 1}
            slot={slots[at]}
            disks={offered.filter(({ uuid }) => slots.every((slot, other) => other === at || slot.uuid !== uuid))}
            onChange={(slot) =>
              change([...slots.slice(0, at), ...(slot === null ? [] : [slot]), ...slots.slice(at + 1)])
            }
          />
        ))}
        {isPaused ? (
          <p className={styles.failed} role="alert">
            {t('serverSettings.recordDisks.noneWritable')}
          </p>
        ) : null}
      </fieldset>
      <SelectField
        form={form}
        name="performance"
        label={t('serverSettings.recordDisks.performance')}
        choices={[
          [String(PERFORMANCE.efficacy), t('serverSettings.recordDisks.efficacy')],
          [String(PERFORMANCE.capacity), t('serverSettings.recordDisks.capacity')],
        ]}
        hint={t(
          form.values.performance === String(PERFORMANCE.capacity)
            ? 'serverSettings.recordDisks.capacityHint'
            : 'serverSettings.recordDisks.efficacyHint',
        )}
      />
      {save.isError ? (
        <p className={styles.failed} role="alert">
          {save.error.message}{' '}
          <button type="button" className="btn btn-quiet" onClick={onLoadAgain}>
            {t('serverSettings.loadAgain')}
          </button>
        </p>
      ) : null}
      <FormActions form={form} isSaving={save.isPending || count.isPending} />
      <SlotsQuestion disks={disks} asked={asked} onConfirm={send} onClose={() => setAsked(null)} />
      <div className={styles.actions}>
        <p className={styles.hint}>{t('serverSettings.recordDisks.restartHint')}</p>
        <div className={styles.buttons}>
          <button type="button" className="btn btn-quiet" disabled={restart.isPending} onClick={() => restart.mutate()}>
            {t('serverSettings.recordDisks.restart')}
          </button>
        </div>
        {restart.isError ? (
          <p className={styles.failed} role="alert">
            {restart.error.message}
          </p>
        ) : null}
      </div>
    </Form>
  )
}

/** A save that has to be confirmed. */
interface Question {
  readonly value: RecordDisks
  /** Slots that are removed and hold recordings. */
  readonly hidden: readonly SlotRecordings[]
  /** The mode becomes the one that deletes the oldest when all is full. */
  readonly isFilled: boolean
}

function SlotsQuestion(props: {
  readonly disks: readonly BlockDevice[]
  readonly asked: Question | null
  readonly onConfirm: (value: RecordDisks) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const { disks, asked, onConfirm, onClose } = props
  const hidden = asked?.hidden ?? []
  const isFilled = asked?.isFilled === true
  const isHiding = hidden.length > 0
  const nameOf = (uuid: string): string =>
    [listedDisks(disks).find(({ disk }) => disk.uuid === uuid)?.disk.name, uuid].filter(Boolean).join(' · ')
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(isHiding ? 'serverSettings.recordDisks.removeTitle' : 'serverSettings.lessTitle')}
      about={t(isFilled ? 'serverSettings.recordDisks.capacity' : 'serverSettings.recordDisks.slots')}
      text={t(isHiding ? 'serverSettings.recordDisks.removeHint' : 'serverSettings.recordDisks.capacityHint')}
      confirmLabel={t(isHiding ? 'serverSettings.recordDisks.removeConfirm' : 'form.save')}
      onConfirm={async () => {
        if (asked !== null) await onConfirm(asked.value)
      }}
      onClose={onClose}
    >
      {isHiding ? (
        <ul>
          {hidden.map(({ uuid, count }) => {
            const number = String(count)
            const amount = count < OLD_DATA_COUNT_MAX ? number : t('serverSettings.old.orMore', { number })
            return (
              <li key={uuid}>{t('serverSettings.recordDisks.removeRow', { slot: nameOf(uuid), number: amount })}</li>
            )
          })}
        </ul>
      ) : null}
      {isHiding && isFilled ? <p>{t('serverSettings.recordDisks.capacityHint')}</p> : null}
    </ConfirmDialog>
  )
}

/** Of the disks that have or could have a mount point, each file system once: that of several disks has the mount point at one of them. */
function fileSystems(disks: readonly BlockDevice[]): BlockDevice[] {
  const found = new Map<string, BlockDevice>()
  for (const { disk } of listedDisks(disks)) {
    const isMounted = disk.mountpoint?.startsWith('/') === true
    if (disk.uuid !== null && (isMounted || formatFault(disk, disks) === null)) found.set(disk.uuid, disk)
  }
  return [...found.values()]
}

function Slot(props: {
  readonly number: number
  readonly slot: MediaSlot | undefined
  /** That no other slot has. */
  readonly disks: readonly BlockDevice[]
  readonly onChange: (slot: MediaSlot | null) => void
}) {
  const t = useText()
  const { number, slot, disks, onChange } = props
  const label = t('serverSettings.recordDisks.slot', { number })
  const choices = disks.map(
    ({ uuid, name, size }) => [uuid ?? '', [name, size, uuid].filter(Boolean).join(' · ')] as const,
  )
  const disk = disks.find(({ uuid }) => uuid === slot?.uuid)
  // A disk that is not connected now stays set.
  if (slot !== undefined && disk === undefined) choices.push([slot.uuid, slot.uuid])
  const isAway = slot !== undefined && !disk?.mountpoint
  return (
    <div className={slotStyles.slot}>
      <SelectInput
        label={label}
        value={slot?.uuid ?? ''}
        choices={[['', t('serverSettings.recordDisks.noSlot')], ...choices]}
        fault={null}
        hint={isAway ? t('serverSettings.recordDisks.slotAway') : undefined}
        onChange={(uuid) => onChange(uuid === '' ? null : { uuid, readonly: slot?.readonly ?? false })}
      />
      {slot === undefined ? null : (
        <CheckInput
          label={t('serverSettings.recordDisks.readonly', { number })}
          look="switch"
          value={slot.readonly}
          onChange={(readonly) => onChange({ ...slot, readonly })}
        />
      )}
    </div>
  )
}
