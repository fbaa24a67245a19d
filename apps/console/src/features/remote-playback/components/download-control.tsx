import { DEFAULT_EXPORT_S, exportDurationS, exportDurationsS } from '@fleetglass/contract/exports'
import { useState } from 'react'
import type { DownloadState } from '../../../engines/device-recordings/index.ts'
import { type Translate, useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'

/** 'Download MP4 File' with its length and the size that came (REPB-13, REPB-14, MP4-12, MP4-13). */
export function DownloadControl(props: {
  readonly state: DownloadState
  readonly canStart: boolean
  readonly onStart: (seconds: number) => void
  readonly onClose: () => void
}) {
  const t = useText()
  const { state } = props
  const running = state.kind === 'running'
  const [seconds, setSeconds] = useState(DEFAULT_EXPORT_S)
  return (
    <div className="remote-download">
      <label className="remote-choice">
        <span className="visually-hidden">{t('remote.downloadLength')}</span>
        <select
          className="form-select form-select-sm"
          title={t('remote.downloadLength')}
          value={seconds}
          disabled={running}
          onChange={(event) => setSeconds(Number(event.target.value))}
        >
          {exportDurationsS.map((length) => (
            <option key={length} value={length}>
              {length < 60 ? t('remote.seconds', { seconds: length }) : t('remote.minutes', { minutes: length / 60 })}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn btn-quiet btn-sm icon-text remote-download-start"
        disabled={running || !props.canStart}
        onClick={() => props.onStart(exportDurationS(seconds))}
      >
        <Icon name="download" size={16} /> {t('remote.download')}
      </button>
      <output className="download-size num" data-state={state.kind}>
        {sizeText(state, t)}
      </output>
      {running || state.kind === 'failed' ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('remote.downloadClose')}
          title={t('remote.downloadClose')}
          onClick={props.onClose}
        >
          <Icon name="close" size={16} />
        </button>
      ) : null}
    </div>
  )
}

/** What came; MP4-09: or that it failed. */
function sizeText(state: DownloadState, t: Translate): string {
  switch (state.kind) {
    case 'idle':
      return ''
    case 'failed':
      return t('remote.downloadFail')
    default:
      return downloadSize(state.bytes, t)
  }
}

/** MP4-32: whole KB. */
export function downloadSize(bytes: number, t: Translate): string {
  return t('remote.downloadSize', { size: Math.floor(bytes / 1024) })
}
