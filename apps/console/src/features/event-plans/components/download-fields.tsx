import { type DownloadPlan, parseTimeParts, shiftTimeParts, timePartsText } from '@fleetglass/contract/event-plans'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { utcOffsetS } from '../../../shared/calendar/index.ts'
import { CheckInput, SelectInput, TextInput } from '../../../ui/form/index.ts'
import styles from '../event-plans.module.css'
import { TimeGrid } from './time-grid.tsx'

const channels = [1, 2, 3, 4, 5, 6, 7, 8] as const
const downloadTypes = [1, 2, 0] as const
const mediaTypes = [1, 3, 4, 5, 6] as const
const numbers = ['preoffset', 'postoffset', 'intermission', 'maxbackupsecs'] as const

/** PLAN-19 to PLAN-27. */
export function DownloadFields(props: {
  readonly plan: DownloadPlan
  readonly onEdit: (change: Partial<DownloadPlan>) => void
}) {
  const t = useText()
  const { plan, onEdit } = props
  const clock = useClock()
  const east = Math.round(utcOffsetS(clock.nowMs()) / 60)
  const parsed = parseTimeParts(plan.timepart)
  return (
    <>
      <SelectInput
        label={t('eventPlans.downloadMode')}
        value={plan.downloadtype}
        fault={null}
        choices={downloadTypes.map((type) => [type, t(`eventPlans.downloadtype.${type}`)] as const)}
        onChange={(downloadtype) => onEdit({ downloadtype })}
      />
      <SelectInput
        label={t('eventPlans.mediaType')}
        value={plan.mediatype}
        fault={null}
        choices={mediaTypes.map((type) => [type, t(`eventPlans.mediatype.${type}`)] as const)}
        onChange={(mediatype) => onEdit({ mediatype })}
      />
      <Channels
        label={t('eventPlans.channels')}
        mask={plan.downloadplan}
        onChange={(downloadplan) => onEdit({ downloadplan })}
      />
      <Channels
        label={t('eventPlans.mainStream')}
        mask={plan.streamtype}
        onChange={(streamtype) => onEdit({ streamtype })}
      />
      {numbers.map((name) => (
        <TextInput
          key={name}
          label={t(`eventPlans.${name}`)}
          kind="number"
          value={String(plan[name])}
          fault={null}
          onChange={(text) => onEdit({ [name]: Number(text) })}
        />
      ))}
      <CheckInput
        label={t('eventPlans.accOffOnly')}
        value={plan.accoffonly === 1}
        onChange={(isOn) => onEdit({ accoffonly: isOn ? 1 : 0 })}
      />
      <CheckInput
        label={t('eventPlans.upload')}
        value={plan.enupload === 1}
        onChange={(isOn) => onEdit({ enupload: isOn ? 1 : 0 })}
      />
      {plan.enupload === 1 ? (
        <TextInput
          label={t('eventPlans.uploadAddress')}
          value={plan.upload}
          fault={null}
          hint={t('eventPlans.uploadHint')}
          onChange={(upload) => onEdit({ upload })}
        />
      ) : null}
      <CheckInput
        label={t('eventPlans.timePart')}
        look="switch"
        value={plan.entimepart === 1}
        onChange={(isOn) => onEdit({ entimepart: isOn ? 1 : 0 })}
      />
      {plan.entimepart === 1 && parsed.ok ? (
        <TimeGrid
          ranges={shiftTimeParts(parsed.ranges, east)}
          utcOffsetMinutes={east}
          onChange={(local) => onEdit({ timepart: timePartsText(shiftTimeParts(local, -east)) })}
        />
      ) : null}
    </>
  )
}

/** PLAN-20: bit n-1 stands for channel n. */
function Channels(props: { readonly label: string; readonly mask: number; readonly onChange: (mask: number) => void }) {
  const { label, mask, onChange } = props
  return (
    <fieldset className={styles.channels}>
      <legend>{label}</legend>
      {channels.map((channel) => (
        <CheckInput
          key={channel}
          label={String(channel)}
          value={(mask & (1 << (channel - 1))) !== 0}
          onChange={() => onChange(mask ^ (1 << (channel - 1)))}
        />
      ))}
    </fieldset>
  )
}
