import {
  EVENT_FOOTAGE_CHANNELS,
  EVENT_SNAPSHOT_CHANNELS,
  maskChannels,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { Icon, PageState } from '../../../ui/index.ts'
import styles from '../event-pages.module.css'
import { CheckCell, EventMemoCell, EvidenceOfEvent, PlayLink } from './event-cells.tsx'
import { EventName, useEventTexts } from './event-columns.tsx'
import { type EventChanges, useMediaAddresses } from './event-list.queries.ts'
import { FootageLinks, SnapshotLinks } from './media-links.tsx'

/** One event after the other with its clip, and how many are left to check. */
export function EventReview(props: { readonly events: readonly StoredEvent[]; readonly changes: EventChanges }) {
  const t = useText()
  const { changes } = props
  // The end of an event is no event of its own to check.
  const events = props.events.filter(({ cmd }) => cmd !== 'cover').map(changes.latest)
  const [serial, setSerial] = useState<number | null>(null)
  const found = events.findIndex(({ serialno }) => serialno === serial)
  const firstLeft = events.findIndex(({ checkstatus }) => checkstatus === 0)
  const at = found >= 0 ? found : Math.max(0, firstLeft)
  const event = events[at]
  const box = useRef<HTMLElement>(null)
  const move = (step: number): void => {
    const next = events[Math.max(0, Math.min(events.length - 1, at + step))]
    if (next !== undefined) setSerial(next.serialno)
  }
  const check = (): void => {
    if (event === undefined) return
    const isDone = event.checkstatus === 0
    changes.check(event)
    if (isDone) move(1)
  }
  const onKey = (key: string): boolean => {
    if (key === 'ArrowRight' || key === 'n') move(1)
    else if (key === 'ArrowLeft' || key === 'p') move(-1)
    else if (key === 'c') check()
    else if (key === 'm') box.current?.querySelector<HTMLElement>('[data-memo]')?.click()
    else return false
    return true
  }
  const latest = useRef(onKey)
  latest.current = onKey
  useEffect(() => {
    const listen = (pressed: KeyboardEvent): void => {
      if (pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.defaultPrevented) return
      if (
        pressed.target instanceof Element &&
        pressed.target.closest('input, textarea, select, video, [role="dialog"]')
      )
        return
      if (latest.current(pressed.key)) pressed.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (event === undefined) return <PageState icon="list" title={t('eventList.noneFound')} />
  return (
    <section className={styles.review} ref={box} aria-label={t('eventList.keys')}>
      <header className={styles.tools}>
        <strong role="status">
          {t('eventList.left', { count: events.filter(({ checkstatus }) => checkstatus === 0).length })}
        </strong>
        <span className="muted">{t('eventList.position', { at: at + 1, count: events.length })}</span>
        <button type="button" className="btn btn-quiet btn-sm icon-text" disabled={at === 0} onClick={() => move(-1)}>
          <Icon name="previous" size={16} /> {t('eventList.previous')} <kbd>P</kbd>
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-sm icon-text"
          disabled={at === events.length - 1}
          onClick={() => move(1)}
        >
          {t('eventList.next')} <kbd>N</kbd> <Icon name="next" size={16} />
        </button>
        <button type="button" className="btn btn-primary btn-sm icon-text" onClick={check}>
          {t('eventList.keyCheck')} <kbd>C</kbd>
        </button>
      </header>
      <div className={styles.reviewed}>
        <ReviewMedia key={event.serialno} event={event} />
        <ReviewFacts event={event} changes={changes} />
      </div>
    </section>
  )
}

function ReviewMedia({ event }: { readonly event: StoredEvent }) {
  const t = useText()
  const { footage, snapshot } = useMediaAddresses()
  const [clip] = maskChannels(event.download, EVENT_FOOTAGE_CHANNELS)
  const [picture] = maskChannels(event.snap, EVENT_SNAPSHOT_CHANNELS)
  if (clip !== undefined) {
    return <video className={styles.media} src={footage(event, clip)} controls autoPlay muted playsInline />
  }
  if (picture !== undefined) {
    return (
      <img
        className={styles.media}
        src={snapshot(event, picture)}
        alt={t('eventList.snapshotOf', { channel: picture })}
      />
    )
  }
  const clips = (event.media ?? []).filter(({ kind }) => kind === 'footage')
  const isComing = clips.some(({ state }) => state === 'waiting' || state === 'fetching')
  const isFailed = clips.some(({ state }) => state === 'failed')
  return (
    <div className={`${styles.media} ${styles.noMedia}`}>
      <p className="muted">
        {t(isComing ? 'eventList.clipComing' : isFailed ? 'eventList.clipFailed' : 'eventList.noClip')}
      </p>
      <PlayLink event={event} />
    </div>
  )
}

function ReviewFacts({ event, changes }: { readonly event: StoredEvent; readonly changes: EventChanges }) {
  const t = useText()
  const texts = useEventTexts()
  const facts = [
    [t('eventList.deviceId'), event.deviceid],
    [t('eventList.driver'), texts.driver(event)],
    [t('eventList.deviceMemo'), texts.deviceMemo(event)],
    [t('eventList.eventTime'), localTimeText(event.eventtimeutc)],
    [t('eventList.speed'), texts.speed(event)],
    [t('eventList.location'), texts.place(event)],
  ] as const
  return (
    <div className={styles.facts}>
      <h2>
        <EventName event={event} name={texts.name(event)} />
      </h2>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.links}>
        <FootageLinks event={event} />
        <SnapshotLinks event={event} />
        <PlayLink event={event} />
        <EvidenceOfEvent event={event} />
      </div>
      <CheckCell event={event} changes={changes} />
      <EventMemoCell key={event.serialno} event={event} changes={changes} />
    </div>
  )
}
