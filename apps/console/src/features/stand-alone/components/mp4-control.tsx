import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { Mp4State } from '../use-mp4-download.ts'

/** Starts a download, shows its progress, and ends it. */
export function Mp4Control(props: {
  readonly state: Mp4State
  readonly onStart: () => void
  readonly onClose: () => void
}) {
  const t = useText()
  const { kind, words } = props.state
  return (
    <div className="stream-mp4">
      <button type="button" className="btn btn-quiet icon-text" disabled={kind === 'running'} onClick={props.onStart}>
        <Icon name="download" size={16} /> {t(kind === 'failed' ? 'standAlone.again' : 'standAlone.download')}
      </button>
      <output className="num" data-state={kind}>
        {words}
      </output>
      {kind === 'running' ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('standAlone.cancel')}
          title={t('standAlone.cancel')}
          onClick={props.onClose}
        >
          <Icon name="close" size={16} />
        </button>
      ) : null}
    </div>
  )
}
