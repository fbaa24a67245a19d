import type { TextKey } from '@fleetglass/texts'
import { Fragment } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { contributionsOf } from '../pages.ts'

const keys = [
  ['Ctrl K', 'keyboard.command'],
  ['/', 'keyboard.search'],
  ['Enter', 'keyboard.openSingle'],
  ['Tab', 'keyboard.next'],
  ['Esc', 'keyboard.close'],
  ['?', 'keyboard.help'],
] as const

const ofPages = contributionsOf('shortcuts')

/** What the keyboard can do in every page, and in those that read keys of their own. */
export function KeyboardHelp() {
  const t = useText()
  return (
    <>
      <KeyList keys={keys} />
      {ofPages.map(({ titleKey, keys: ofPage }) => (
        <Fragment key={titleKey}>
          <h3 className="keyboard-part">{t(titleKey)}</h3>
          <KeyList keys={ofPage} />
        </Fragment>
      ))}
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
