import { useMemo, useRef, useState } from 'react'
import { useText } from '../../platform/texts/index.ts'
import styles from './data-table.module.css'

/** The keys of the rows that the user has selected, whether a search shows them at the moment or not. */
export interface Selection {
  readonly keys: ReadonlySet<string>
  readonly select: (keys: readonly string[], isOn: boolean) => void
  readonly clear: () => void
}

/** A selection over the rows of one table. */
export interface SelectableRows {
  readonly keys: ReadonlySet<string>
  /** `isRange`: and all rows from the one before, as a click with Shift does. */
  readonly toggle: (key: string, isRange?: boolean) => void
  /** Left out: rows that are not loaded yet cannot be selected, so there is no "select all". */
  readonly all?: { readonly isOn: boolean; readonly isPart: boolean; readonly toggle: () => void }
}

/** `first`: what is selected at the beginning. */
export function useSelection(first: readonly string[] = []): Selection {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(first))
  return useMemo(
    () => ({
      keys,
      select: (changed, isOn) =>
        setKeys((before) => {
          const after = new Set(before)
          for (const key of changed) {
            if (isOn) after.add(key)
            else after.delete(key)
          }
          return after
        }),
      clear: () => setKeys(new Set()),
    }),
    [keys],
  )
}

/** `shownKeys`: the keys of all rows in the order of the table; null where they are not all loaded. */
export function useSelectableRows(
  selection: Selection | undefined,
  shownKeys: readonly string[] | null,
): SelectableRows | undefined {
  const last = useRef<string | null>(null)
  return useMemo(() => {
    if (selection === undefined) return undefined
    const { keys, select } = selection
    const toggle = (key: string, isRange = false): void => {
      const from = isRange && last.current !== null ? (shownKeys?.indexOf(last.current) ?? -1) : -1
      const to = shownKeys?.indexOf(key) ?? -1
      const changed = from < 0 ? [key] : (shownKeys ?? []).slice(Math.min(from, to), Math.max(from, to) + 1)
      select(changed, !keys.has(key))
      last.current = key
    }
    if (shownKeys === null) return { keys, toggle }
    const count = shownKeys.filter((key) => keys.has(key)).length
    const isOn = count > 0 && count === shownKeys.length
    return { keys, toggle, all: { isOn, isPart: count > 0 && !isOn, toggle: () => select(shownKeys, !isOn) } }
  }, [selection, shownKeys])
}

export function SelectionHead({ selection: { all } }: { readonly selection: SelectableRows }) {
  const t = useText()
  return (
    <th scope="col" className={styles.check}>
      {all === undefined ? (
        <span className="visually-hidden">{t('table.selection')}</span>
      ) : (
        <label className={styles.target}>
          <input
            type="checkbox"
            className="form-check-input"
            aria-label={t('table.selectAll')}
            checked={all.isOn}
            ref={(input) => {
              if (input) input.indeterminate = all.isPart
            }}
            onChange={all.toggle}
          />
        </label>
      )}
    </th>
  )
}

/** Space on the row does the same, so the checkbox is no tab stop of its own. */
export function SelectionCell(props: {
  readonly selection: SelectableRows
  readonly rowKey: string
  readonly name: string
}) {
  const t = useText()
  const { selection, rowKey, name } = props
  return (
    <td className={styles.check}>
      <label className={styles.target}>
        <input
          type="checkbox"
          className="form-check-input"
          tabIndex={-1}
          aria-label={t('table.select', { name })}
          checked={selection.keys.has(rowKey)}
          onChange={({ nativeEvent }) => {
            selection.toggle(rowKey, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }}
        />
      </label>
    </td>
  )
}
