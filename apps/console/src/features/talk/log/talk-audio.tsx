import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import styles from './talk-log.module.css'

/** The audio that is played. */
export interface PlayedTalk {
  readonly address: string
  readonly title: string
}

/** TALKLOG-06: one audio of a talk, to listen to and to download. */
export function AudioCell(props: { readonly label: string; readonly address: string; readonly onPlay: () => void }) {
  const t = useText()
  const listen = t('talkLog.listen', { audio: props.label })
  const download = t('talkLog.download', { audio: props.label })
  return (
    <span className={styles.audio}>
      <button
        type="button"
        className="btn btn-quiet btn-sm btn-icon"
        aria-label={listen}
        title={listen}
        onClick={props.onPlay}
      >
        <Icon name="play" size={16} />
      </button>
      <a className="btn btn-quiet btn-sm btn-icon" href={props.address} download aria-label={download} title={download}>
        <Icon name="download" size={16} />
      </a>
    </span>
  )
}

/** TALKLOG-09. */
export function TalkPlayer({ talk, onClose }: { readonly talk: PlayedTalk; readonly onClose: () => void }) {
  const t = useText()
  const [isGone, setGone] = useState(false)
  return (
    <section className={styles.player} aria-label={t('talkLog.player')}>
      <strong>{talk.title}</strong>
      {isGone ? (
        <span role="alert">{t('talkLog.noAudio')}</span>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: nobody wrote down what was said
        <audio controls autoPlay src={talk.address} onError={() => setGone(true)} />
      )}
      <button type="button" className="btn btn-quiet btn-sm" onClick={onClose}>
        <Icon name="close" size={16} /> {t('talkLog.close')}
      </button>
    </section>
  )
}
