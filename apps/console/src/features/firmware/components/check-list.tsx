import { useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { VirtualList } from '../../../ui/index.ts'
import styles from '../firmware.module.css'

const ENTRY_PX = 44
/** A longer list has a search. */
const SHORT = 8

interface Entry {
  readonly id: string
  readonly label: string
  /** Entries that it lies below. */
  readonly depth: number
  readonly note: string
}

/** Any number of a list of names. */
export function CheckList(props: {
  readonly label: string
  readonly hint: string
  /** Shown in place of a list without entries. */
  readonly none: string
  readonly entries: readonly Entry[]
  readonly chosen: ReadonlySet<string>
  readonly onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const t = useText()
  const id = useId()
  const { label, hint, none, entries, chosen, onChosen } = props
  const [words, setWords] = useState('')
  const wanted = words.trim().toLocaleLowerCase()
  const found = wanted === '' ? entries : entries.filter((entry) => entry.label.toLocaleLowerCase().includes(wanted))
  const toggle = (entry: string): void => {
    const next = new Set(chosen)
    if (!next.delete(entry)) next.add(entry)
    onChosen(next)
  }
  return (
    <fieldset className={styles.checks} aria-describedby={id}>
      <legend className="form-label">{label}</legend>
      {entries.length > SHORT ? (
        <input
          type="search"
          className="form-control form-control-sm"
          aria-label={t('firmware.find', { list: label })}
          placeholder={t('firmware.find', { list: label })}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      ) : null}
      {entries.length === 0 ? <p className="muted">{none}</p> : null}
      {entries.length === 0 ? null : (
        <VirtualList
          className={styles.checkEntries ?? ''}
          items={found}
          keyOf={(entry) => entry.id}
          heightPx={entryHeight}
          entry={(entry) => (
            <label style={{ paddingInlineStart: `${0.5 + Math.min(entry.depth, 8)}rem` }}>
              <input
                type="checkbox"
                className="form-check-input"
                checked={chosen.has(entry.id)}
                onChange={() => toggle(entry.id)}
              />
              <bdi>{entry.label}</bdi>
              <small className="muted num">{entry.note}</small>
            </label>
          )}
        />
      )}
      <p id={id} className="muted">
        {hint}
      </p>
    </fieldset>
  )
}

function entryHeight(): number {
  return ENTRY_PX
}
