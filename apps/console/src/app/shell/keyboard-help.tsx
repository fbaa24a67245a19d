import { useText } from '../../platform/texts/index.ts'

const keys = [
  ['/', 'keyboard.search'],
  ['Enter', 'keyboard.openSingle'],
  ['Tab', 'keyboard.next'],
  ['Esc', 'keyboard.close'],
  ['?', 'keyboard.help'],
] as const

/** What the keyboard can do in every page. */
export function KeyboardHelp() {
  const t = useText()
  return (
    <dl className="keyboard-help">
      {keys.map(([key, text]) => (
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
