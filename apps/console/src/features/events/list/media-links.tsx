import {
  EVENT_FOOTAGE_CHANNELS,
  EVENT_SNAPSHOT_CHANNELS,
  maskChannels,
  type StoredEvent,
} from '@fleetglass/contract/events'
import { useRef, useState } from 'react'
import { failureText, useText } from '../../../platform/texts/index.ts'
import { localTimeText } from '../../../platform/time/index.ts'
import { bytesText } from '../../../platform/units/index.ts'
import { Icon } from '../../../ui/index.ts'
import styles from '../event-pages.module.css'
import { useFetchAgain, useMediaAddresses } from './event-list.queries.ts'

/** EVT-20, EVT-21: a link for each channel whose footage is there, and how fetching of the others stands. */
export function FootageLinks({ event }: { readonly event: StoredEvent }) {
  const t = useText()
  const { footage } = useMediaAddresses()
  return (
    <span className={styles.links}>
      {maskChannels(event.download, EVENT_FOOTAGE_CHANNELS).map((channel) => (
        <FootageLink key={channel} event={event} channel={channel} address={footage(event, channel)} />
      ))}
      <AlarmFileLinks event={event} arePictures={false} />
      <FetchState event={event} kind="footage" t={t} />
    </span>
  )
}

export function SnapshotLinks({ event }: { readonly event: StoredEvent }) {
  const t = useText()
  const { snapshot } = useMediaAddresses()
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <span className={styles.links}>
      {maskChannels(event.snap, EVENT_SNAPSHOT_CHANNELS).map((channel) => {
        const address = snapshot(event, channel)
        return (
          <a
            key={channel}
            className={styles.link}
            href={address}
            target="_blank"
            rel="noreferrer"
            aria-label={t('eventList.snapshotOf', { channel })}
            onPointerEnter={({ currentTarget }) => setShown({ channel, at: placeBeside(currentTarget) })}
            onPointerLeave={() => setShown(null)}
          >
            <Icon name="camera" size={14} />
            <bdi dir="ltr">{t('eventList.channel', { channel })}</bdi>
            {shown?.channel === channel ? (
              <img className={styles.preview} style={shown.at} src={address} alt="" />
            ) : null}
          </a>
        )
      })}
      <AlarmFileLinks event={event} arePictures />
      <FetchState event={event} kind="snapshot" t={t} />
    </span>
  )
}

const PICTURES: ReadonlySet<string> = new Set(['jpg', 'jpeg', 'png', 'bmp', 'gif'])

/** Files that the device brought with an alarm of active safety. They are saved: what a device sends is not shown in the name of this site. */
function AlarmFileLinks({ event, arePictures }: { readonly event: StoredEvent; readonly arePictures: boolean }) {
  const t = useText()
  const { file: addressOf } = useMediaAddresses()
  const files = (event.files ?? []).filter(({ fileext }) => PICTURES.has(fileext) === arePictures)
  return files.map((file) => (
    <a
      key={file.serialno}
      className={styles.link}
      href={addressOf(file)}
      download={file.filename}
      aria-label={t('autoUpload.downloadFile', { name: file.filename })}
      title={`${file.filename} (${bytesText(file.filesize)})`}
    >
      <Icon name="download" size={14} />
      <bdi dir="ltr">{file.fileext || t('eventList.file')}</bdi>
    </a>
  ))
}

interface Shown {
  readonly channel: number
  readonly at: { readonly left: number; readonly top: number }
}

/** EVT-24: hovering asks when the clip begins and ends, and plays it without sound. */
function FootageLink(props: { readonly event: StoredEvent; readonly channel: number; readonly address: string }) {
  const t = useText()
  const { event, channel, address } = props
  const { clipInfo } = useMediaAddresses()
  const [range, setRange] = useState<string | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const asked = useRef(0)
  const hide = (): void => {
    asked.current++
    setShown(null)
    setRange(null)
  }
  const show = async (link: HTMLElement): Promise<void> => {
    const turn = ++asked.current
    setShown({ channel, at: placeBeside(link) })
    const info = await clipInfo(event, channel)
    if (turn !== asked.current) return
    setRange(
      info === null
        ? null
        : t('eventList.clipRange', { start: localTimeText(info.start), end: localTimeText(info.end) }),
    )
  }
  return (
    <a
      className={styles.link}
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={t('eventList.footageOf', { channel })}
      onPointerEnter={({ currentTarget }) => void show(currentTarget)}
      onFocus={({ currentTarget }) => void show(currentTarget)}
      onPointerLeave={hide}
      onBlur={hide}
    >
      <Icon name="live" size={14} />
      <bdi dir="ltr">{t('eventList.channel', { channel })}</bdi>
      {shown === null ? null : (
        <span className={styles.preview} style={shown.at}>
          <video src={address} muted autoPlay loop playsInline tabIndex={-1} />
          {range === null ? null : <span role="tooltip">{range}</span>}
        </span>
      )}
    </a>
  )
}

/** Beside the link where there is room, whatever scrolls around it. */
function placeBeside(link: HTMLElement): Shown['at'] {
  const { left, bottom, top } = link.getBoundingClientRect()
  const [width, height] = [330, 230]
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - width)),
    top: bottom + height > window.innerHeight ? Math.max(8, top - height) : bottom + 4,
  }
}

function FetchState(props: {
  readonly event: StoredEvent
  readonly kind: 'footage' | 'snapshot'
  readonly t: ReturnType<typeof useText>
}) {
  const { event, kind, t } = props
  const again = useFetchAgain()
  const items = (event.media ?? []).filter((item) => item.kind === kind && item.state !== 'done')
  const states = items.map(({ channel: number, state, percent, reason, message = reason ?? '' }) => {
    const channel = t('eventList.channel', { channel: number })
    const why = reason === undefined ? '' : failureText({ message, code: reason })
    const text =
      state === 'waiting'
        ? why === ''
          ? t('eventList.waiting', { channel })
          : t('eventList.waitingWhy', { channel, reason: why })
        : state === 'fetching'
          ? t('eventList.fetching', { channel, percent })
          : why === ''
            ? t('eventList.failed', { channel })
            : t('eventList.failedWhy', { channel, reason: why })
    return (
      <span key={number} className={styles.state} data-state={state} title={text}>
        {text}
      </span>
    )
  })
  if (!items.some(({ state }) => state === 'failed')) return states
  // Before the reasons, which a narrow cell cuts off; blocked until the list shows how that stands.
  const isRequested = !again.isError && again.variables?.updatetime === event.updatetime
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet btn-sm"
        disabled={isRequested}
        onClick={() => again.mutate({ serialno: event.serialno, updatetime: event.updatetime, kind })}
      >
        {t(kind === 'footage' ? 'eventList.fetchAgain' : 'eventList.takeAgain')}
      </button>
      {states}
    </>
  )
}
