import {
  type EventReport,
  type EventReportFields,
  REPORT_PERIODS,
  REPORT_TYPES,
} from '@fleetglass/contract/event-reports'
import { useEffect, useId, useState } from 'react'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { zoneLabel } from '../../../platform/time/index.ts'
import { utcOffsetS } from '../../../shared/calendar/index.ts'
import {
  CheckField,
  Form,
  FormActions,
  refuseField,
  SelectField,
  TextField,
  useIsChanged,
  useZodForm,
  type ZodForm,
} from '../../../ui/form/index.ts'
import { Icon, notify } from '../../../ui/index.ts'
import styles from '../event-reports.module.css'
import { useReportWrites } from '../event-reports.queries.ts'
import { PERIOD_NAMES, periodText } from '../period-text.ts'
import { formOf, reportFormSchema, type ReportForm as Typed } from '../report.form.ts'

const HOUR_S = 3_600
/** RPT-14. */
const ZONE_HOURS = Array.from({ length: 27 }, (_, at) => at - 12)

/** One report; null for a new one. */
export function ReportForm(props: {
  readonly report: EventReport | null
  readonly onChanged: (isChanged: boolean) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const id = useId()
  const clock = useClock()
  const { onChanged, onClose } = props
  // As it was when the form was opened: what another user changes meanwhile is no change of this one.
  const [report] = useState(props.report)
  const [ownZoneS] = useState(() => utcOffsetS(clock.nowMs()))
  const form = useZodForm({ schema: reportFormSchema, defaultValues: formOf(report, ownZoneS), faultsFrom: 'changed' })
  const { save } = useReportWrites()
  const isChanged = useIsChanged(form)
  useEffect(() => {
    onChanged(isChanged)
    return () => onChanged(false)
  }, [isChanged, onChanged])
  return (
    <aside className={`panel ${styles.side}`} aria-labelledby={id}>
      <header>
        <h2 id={id} dir="auto">
          {report?.profile ?? t('eventReports.addTitle')}
        </h2>
        <button
          type="button"
          className="icon-button"
          aria-label={t('eventReports.close')}
          title={t('eventReports.close')}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </button>
      </header>
      <Form
        form={form}
        className={styles.form}
        onSubmit={(typed) =>
          save.mutate(
            { reportid: report?.reportid ?? null, report: typed },
            {
              onSuccess: onClose,
              onError: ({ message }) => {
                if (!refuseField(form, message)) notify.error(message)
              },
            },
          )
        }
      >
        <CheckField form={form} name="enable" label={t('eventReports.enable')} look="switch" on={1} off={0} />
        <TextField
          form={form}
          name="profile"
          label={t('eventReports.profile')}
          faultText={t('eventReports.fault.profile')}
        />
        <Schedule form={form} ownZoneS={ownZoneS} />
        <Contents form={form} />
        <Receivers form={form} />
        <FormActions
          form={form}
          isSaving={save.isPending}
          {...(report === null && { saveLabel: t('eventReports.addConfirm') })}
        />
      </Form>
    </aside>
  )
}

interface PartOfForm {
  readonly form: ZodForm<Typed, EventReportFields>
}

/** RPT-11, RPT-14. */
function Schedule({ form, ownZoneS }: PartOfForm & { readonly ownZoneS: number }) {
  const t = useText()
  const { period = REPORT_PERIODS.daily, tz = ownZoneS } = form.values
  const periods = [...new Set([...PERIOD_NAMES.map((name) => REPORT_PERIODS[name]), period])]
  const zones = [...new Set([...ZONE_HOURS.map((hours) => hours * HOUR_S), ownZoneS, tz])].sort((a, b) => a - b)
  return (
    <>
      <SelectField
        form={form}
        name="period"
        label={t('eventReports.period')}
        choices={periods.map((value) => [value, periodText(value, t)] as const)}
      />
      <SelectField
        form={form}
        name="tz"
        label={t('eventReports.tz')}
        choices={zones.map((value) => [value, zoneLabel(value / HOUR_S)] as const)}
      />
    </>
  )
}

/** RPT-16 to RPT-19. */
function Contents({ form }: PartOfForm) {
  const t = useText()
  const { type } = form.values
  const isEvent = type === 'event'
  return (
    <>
      <SelectField
        form={form}
        name="type"
        label={t('eventReports.type')}
        choices={REPORT_TYPES.map((value) => [value, t(`eventReports.type.${value}`)] as const)}
      />
      <TextField
        form={form}
        name="events"
        label={isEvent ? t('eventReports.events') : t(`eventReports.limit.${type}`)}
        hint={isEvent ? t('eventReports.eventsHint') : t('eventReports.limitHint')}
        faultText={isEvent ? t('eventReports.fault.events') : t('eventReports.fault.limit')}
      />
      <TextField
        form={form}
        name="devices"
        label={t('eventReports.devices')}
        hint={t('eventReports.devicesHint')}
        faultText={t('eventReports.fault.devices')}
      />
      <SelectField
        form={form}
        name="unit"
        label={t('eventReports.unit')}
        choices={[
          [0, t('eventReports.km')],
          [1, t('eventReports.mile')],
        ]}
      />
    </>
  )
}

function Receivers({ form }: PartOfForm) {
  const t = useText()
  return (
    <>
      <TextField
        form={form}
        name="sender"
        label={t('eventReports.sender')}
        hint={t('eventReports.senderHint')}
        faultText={t('eventReports.fault.sender')}
      />
      <TextField
        form={form}
        name="receivers"
        label={t('eventReports.receivers')}
        hint={t('eventReports.receiversHint')}
        faultText={t('eventReports.fault.receivers')}
      />
      <TextField
        form={form}
        name="script"
        label={t('eventReports.script')}
        hint={t('eventReports.scriptHint')}
        faultText={t('eventReports.fault.script')}
      />
      <TextField form={form} name="memo" label={t('eventReports.memo')} />
    </>
  )
}
