import { can } from '@fleetglass/contract/access'
import {
  EVENT_FOOTAGE_CHANNELS,
  EVENT_MEMO_MAX,
  eventQueryAccess,
  maskChannels,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../engines/channel/index.ts'
import { useFleetState } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { useMayPlayback } from '../../../shared/access/index.ts'
import { EvidenceButton } from '../../../shared/evidence/index.ts'
import { Icon } from '../../../ui/index.ts'
import styles from '../event-pages.module.css'
import type { EventChanges } from './event-list.queries.ts'

/** A recording is played from so long before its event (EVT-22), and saved as evidence from there until so long after it. */
const BEFORE_S = 15
const AFTER_S = 60

/** EVT-36: a click changes the status and saves it. */
export function CheckCell(props: { readonly event: StoredEvent; readonly changes: EventChanges }) {
  const t = useText()
  const { event, changes } = props
  const isChecked = event.checkstatus === 1
  return (
    <button
      type="button"
      className={styles.check}
      aria-pressed={isChecked}
      aria-label={t('eventList.checkOf', { serial: event.serialno })}
      onClick={() => changes.check(event)}
    >
      <Icon name={isChecked ? 'check' : 'minus'} size={16} />
      {isChecked ? t('eventList.checked') : t('eventList.unchecked')}
    </button>
  )
}

/** A memo that a click turns into a text box: Enter or leaving it saves what is another text, Escape leaves it as it was. */
export function EventMemoCell(props: { readonly event: StoredEvent; readonly changes: EventChanges }) {
  const t = useText()
  const { event, changes } = props
  const { rights } = useSession()
  const [editing, setEditing] = useState(false)
  // Enter takes the box away, which is a blur as well.
  const open = useRef(false)
  const label = t('eventList.memoOf', { serial: event.serialno })
  const leave = (text: string | null): void => {
    if (!open.current) return
    open.current = false
    setEditing(false)
    if (text !== null) changes.writeMemo(event, text)
  }
  if (!can(rights, eventQueryAccess)) return <span dir="auto">{event.memo}</span>
  if (!editing) {
    return (
      <button
        type="button"
        className={styles.memo}
        data-memo
        aria-label={`${label}: ${event.memo}`}
        title={event.memo}
        onClick={() => {
          open.current = true
          setEditing(true)
        }}
      >
        {event.memo === '' ? (
          <span className="muted">{t('eventList.addMemo')}</span>
        ) : (
          <span dir="auto">{event.memo}</span>
        )}
      </button>
    )
  }
  return (
    <input
      className="form-control form-control-sm"
      aria-label={label}
      defaultValue={event.memo}
      maxLength={EVENT_MEMO_MAX}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the click opened it
      autoFocus
      onBlur={({ target }) => leave(target.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') leave(currentTarget.value)
        if (key === 'Escape') leave(null)
      }}
    />
  )
}

export function PlayLink({ event }: { readonly event: StoredEvent }) {
  const t = useText()
  const { deviceid, eventtimeutc } = event
  if (!useMayPlayback()) return null
  return (
    <Link
      className="btn btn-quiet btn-sm icon-text"
      to={`/splayback/${encodeURIComponent(deviceid)}?at=${eventtimeutc - BEFORE_S}`}
      aria-label={t('eventList.playFrom', { device: deviceid })}
    >
      <Icon name="play" size={16} /> {t('eventList.play')}
    </Link>
  )
}

/** Saves what was recorded around an event: the channels that were fetched for it, or all of its device. */
export function EvidenceOfEvent({ event, isIcon = false }: { readonly event: StoredEvent; readonly isIcon?: boolean }) {
  const { deviceid: deviceId, download, eventtimeutc: atS } = event
  const device = useFleetState(({ devices }) => devices.get(deviceId))
  const fetched = maskChannels(download, EVENT_FOOTAGE_CHANNELS)
  const channels = fetched.length > 0 ? fetched : (device?.channels ?? []).map(({ number }) => number)
  const source = { deviceId, channels, startS: atS - BEFORE_S, endS: atS + AFTER_S }
  return <EvidenceButton source={source} isIcon={isIcon} />
}
