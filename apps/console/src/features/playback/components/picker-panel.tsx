import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useClock, useIsMobile } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { DayCalendar, dayAfter, dayOf } from '../../../shared/calendar/index.ts'
import { Icon } from '../../../ui/index.ts'
import { hasRecord, hourHasRecord, type RecordedDay, timeOfDay } from '../recorded-day.ts'
import { TimePicker } from './time-picker.tsx'

interface Props {
  readonly deviceId: string
  readonly deviceChoice: ReactNode
  readonly day: string
  readonly days: readonly string[]
  readonly recorded: UseQueryResult<RecordedDay>
  /** Second of the day where the playback stands; null when it does not on this day. */
  readonly chosenS: number | null
  readonly onDay: (day: string) => void
  readonly onTime: (of: RecordedDay, secondOfDay: number) => void
}

/** Device, date and time. On a phone date and time are a modal that closes when a minute or second was chosen (LOPB-16, LOPB-17). */
export function PickerPanel(props: Props) {
  const t = useText()
  const mobile = useIsMobile()
  const [open, setOpen] = useState(false)
  if (!mobile)
    return (
      <aside className="picker-panel panel">
        {props.deviceChoice}
        <DateAndTime {...props} />
      </aside>
    )
  return (
    <div className="picker-line">
      {props.deviceChoice}
      <button type="button" className="icon-button picker-open" onClick={() => setOpen(true)}>
        <Icon name="calendar" size={18} />
        <span className="num">
          {props.day}
          {props.chosenS === null ? null : ` ${timeOfDay(props.chosenS)}`}
        </span>
      </button>
      <Modal show={open} onHide={() => setOpen(false)} centered scrollable aria-labelledby="picker-title">
        <Modal.Header closeButton closeLabel={t('action.close')}>
          <Modal.Title id="picker-title" as="h2" className="picker-title">
            {t('playback.chooseTime')}
          </Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <DateAndTime {...props} onChosen={() => setOpen(false)} />
        </Modal.Body>
      </Modal>
    </div>
  )
}

function DateAndTime(props: Props & { readonly onChosen?: () => void }) {
  const { day, recorded } = props
  const t = useText()
  const nowS = useNowS()
  const today = dayOf(nowS * 1000)
  const [askedHour, setAskedHour] = useState<number | null>(null)
  const choose = (secondOfDay: number) => {
    if (recorded.data) props.onTime(recorded.data, secondOfDay)
    // From here on the hour is that of the picture.
    setAskedHour(null)
    props.onChosen?.()
  }
  return (
    <>
      <DayCalendar key={day} day={day} marked={props.days} markLabel={t('playback.hasRecord')} onDay={props.onDay} />
      <div className="day-steps">
        <button type="button" className="icon-button day-step" onClick={() => props.onDay(dayAfter(day, -1))}>
          <Icon name="previous" size={16} /> {t('playback.previousDay')}
        </button>
        <button
          type="button"
          className="icon-button day-step"
          disabled={day >= today}
          onClick={() => props.onDay(dayAfter(day, 1))}
        >
          {t('playback.nextDay')} <Icon name="next" size={16} />
        </button>
      </div>
      <RecordNotice deviceId={props.deviceId} day={day} recorded={recorded} />
      {recorded.data ? (
        <TimePicker
          day={recorded.data}
          hour={shownHour(recorded.data, askedHour, props.chosenS)}
          chosenS={props.chosenS}
          nowS={nowS}
          onHour={setAskedHour}
          onMinute={choose}
          onSecond={choose}
        />
      ) : (
        <div className="time-picker time-picker-loading" />
      )}
    </>
  )
}

/** The present second: what is not written yet can be chosen a moment later. */
function useNowS(): number {
  const clock = useClock()
  const [nowS, setNowS] = useState(() => Math.floor(clock.nowMs() / 1000))
  useEffect(() => {
    const timer = clock.every(1000, () => setNowS(Math.floor(clock.nowMs() / 1000)))
    return () => timer.cancel()
  }, [clock])
  return nowS
}

/** The status of the day, in a line that is always there, so that nothing moves (LOPB-37, LOPB-38). */
function RecordNotice(props: Pick<Props, 'deviceId' | 'day' | 'recorded'>) {
  const t = useText()
  const { recorded } = props
  if (recorded.isError)
    return (
      <div className="alert alert-danger record-notice" role="alert">
        <span>{t('playback.failed', { reason: recorded.error.message })}</span>
        <button type="button" className="btn btn-sm btn-outline-danger" onClick={() => void recorded.refetch()}>
          {t('action.retry')}
        </button>
      </div>
    )
  if (recorded.data && !hasRecord(recorded.data))
    return (
      <p className="record-notice" role="status">
        {t('playback.noRecord', { id: props.deviceId, date: props.day })}
      </p>
    )
  return null
}

/** The requested hour, else that of the playback, else the latest with a recording. */
function shownHour(day: RecordedDay, asked: number | null, chosenS: number | null): number {
  if (asked !== null && hourHasRecord(day, asked)) return asked
  if (chosenS !== null) return Math.floor(chosenS / 3600)
  const last = day.flags.lastIndexOf('1')
  return last < 0 ? 0 : Math.floor(last / 60)
}
