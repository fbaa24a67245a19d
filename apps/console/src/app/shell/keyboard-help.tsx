import type { TextKey } from '@fleetglass/texts'
import { useText } from '../../platform/texts/index.ts'

const keys = [
  ['/', 'keyboard.search'],
  ['Enter', 'keyboard.openSingle'],
  ['Tab', 'keyboard.next'],
  ['Esc', 'keyboard.close'],
  ['?', 'keyboard.help'],
] as const

/** `playbackKey` in the playback reads them. */
const playbackKeys = [
  ['Space / K', 'keyboard.play'],
  ['J', 'keyboard.backwards'],
  ['L', 'keyboard.forwards'],
  ['← →', 'keyboard.seconds'],
  ['↑ ↓', 'keyboard.minutes'],
  [', .', 'keyboard.frames'],
  ['+ −', 'keyboard.zoom'],
  ['[ ]', 'keyboard.cut'],
] as const

/** What the keyboard can do in every page, and in the playback. */
export function KeyboardHelp() {
  const t = useText()
  return (
    <>
      <KeyList keys={keys} />
      <h3 className="keyboard-part">{t('nav.playback')}</h3>
      <KeyList keys={playbackKeys} />
    </>
  )
}

function KeyList(props: { readonly keys: readonly (readonly [string, TextKey])[] }) {
  const t = useText()
  return (
    <dl className="keyboard-help">
      {props.keys.map(([key, text]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{t(text)}</dd>
        </div>
      ))}
    </dl>
  )
}
