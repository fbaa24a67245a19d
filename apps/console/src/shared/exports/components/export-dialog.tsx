import { DEFAULT_EXPORT_S, exportDurationS, exportDurationsS } from '@fleetglass/contract/exports'
import { useId, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useSession } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { DownloadState } from '../export-download.ts'
import { exportWords } from '../export-words.ts'
import { useDownloads } from './use-downloads.ts'

/** What can be cut out. */
export interface ExportSource {
  readonly deviceId: string
  readonly channels: readonly { readonly number: number; readonly name: string }[]
  /** The channels that are shown. */
  readonly chosen: readonly number[]
  /** Unix seconds where the cut begins. */
  readonly startS: number
  /** Of a marked stretch. */
  readonly seconds?: number
}

/** Cuts a part of a recording out as MP4: length, channels, progress of each file (MP4-01 … 06, MP4-12, MP4-13). */
export function ExportDialog({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }) {
  const t = useText()
  const titleId = useId()
  return (
    <Modal show onHide={onClose} centered aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel={t('exports.close')}>
        <Modal.Title as="h2" id={titleId}>
          {t('exports.title', { device: source.deviceId })}
        </Modal.Title>
      </Modal.Header>
      <ExportForm source={source} onClose={onClose} />
    </Modal>
  )
}

function ExportForm({ source, onClose }: { readonly source: ExportSource; readonly onClose: () => void }) {
  const t = useText()
  const formId = useId()
  const { userName: user, passwordHash: password } = useSession()
  const marked = source.seconds === undefined ? null : exportDurationS(Math.max(6, source.seconds))
  const [from, setFrom] = useState(() => localTimeText(source.startS).replace(' ', 'T'))
  const [seconds, setSeconds] = useState<number>(marked ?? DEFAULT_EXPORT_S)
  const [chosen, setChosen] = useState<readonly number[]>(source.chosen)
  const { states, begin, reset } = useDownloads()
  const startS = Math.floor(new Date(from).getTime() / 1000)
  const ready = chosen.length > 0 && Number.isFinite(startS)
  const download = (ch: number) =>
    begin({ deviceid: source.deviceId, ch, user, password, spbtime: startS, duration: seconds })
  const change = (apply: () => void): void => {
    reset()
    apply()
  }
  const toggle = (channel: number): void =>
    change(() => setChosen(chosen.includes(channel) ? chosen.filter((one) => one !== channel) : [...chosen, channel]))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        for (const channel of chosen) download(channel)
      }}
    >
      <Modal.Body className="export-form">
        <div className="export-range">
          <div>
            <label className="form-label" htmlFor={`${formId}-from`}>
              {t('exports.from')}
            </label>
            <input
              id={`${formId}-from`}
              className="form-control num"
              type="datetime-local"
              step={1}
              value={from}
              onChange={({ target }) => change(() => setFrom(target.value))}
            />
          </div>
          <div>
            <label className="form-label" htmlFor={`${formId}-length`}>
              {t('exports.duration')}
            </label>
            <select
              id={`${formId}-length`}
              className="form-select num"
              value={seconds}
              onChange={({ target }) => change(() => setSeconds(Number(target.value)))}
            >
              {marked === null || exportDurationsS.some((offered) => offered === marked) ? null : (
                <option value={marked}>{t('exports.cut', { length: durationText(marked) })}</option>
              )}
              {exportDurationsS.map((offered) => (
                <option key={offered} value={offered}>
                  {offered < 60
                    ? t('exports.seconds', { count: offered })
                    : t('exports.minutes', { count: offered / 60 })}
                </option>
              ))}
            </select>
          </div>
        </div>
        <fieldset className="export-channels">
          <legend className="form-label">{t('exports.channels')}</legend>
          {source.channels.map(({ number, name }) => (
            <label key={number} className="export-channel">
              <input
                type="checkbox"
                className="form-check-input"
                checked={chosen.includes(number)}
                onChange={() => toggle(number)}
              />
              <span dir="auto">{name || t('exports.channel', { channel: number })}</span>
              <DownloadLine state={states.get(number)} wanted={{ startS, seconds }} onRetry={() => download(number)} />
            </label>
          ))}
        </fieldset>
        <p className="muted export-hint">{t(chosen.length === 0 ? 'exports.noChannel' : 'exports.perChannel')}</p>
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('exports.close')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={!ready}>
          <Icon name="download" size={16} /> {t('exports.start')}
        </button>
      </Modal.Footer>
    </form>
  )
}

/** How far one file is. */
function DownloadLine(props: {
  readonly state: DownloadState | undefined
  readonly wanted: { readonly startS: number; readonly seconds: number }
  readonly onRetry: () => void
}) {
  const t = useText()
  const { state } = props
  if (state === undefined) return <output className="export-state" />
  return (
    <output className="export-state num" data-state={state.kind}>
      {exportWords(state, props.wanted, t)}
      {state.kind === 'failed' ? (
        <>
          {' '}
          <button type="button" className="btn btn-sm btn-outline-secondary" onClick={props.onRetry}>
            {t('exports.retry')}
          </button>
        </>
      ) : null}
    </output>
  )
}
