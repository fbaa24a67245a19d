import { useMemo, useState } from 'react'
import { Dropdown } from 'react-bootstrap'
import { z } from 'zod'
import { usePreferences } from '../../platform/preferences/index.ts'
import { readJson } from '../../platform/storage/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../icon.tsx'
import type { DataColumn } from './columns.ts'
import styles from './data-table.module.css'

const storedSchema = z.record(z.string(), z.boolean()).catch({})

/** The columns that the user has chosen; the browser stores the choice under `storageKey`. `menu` goes to the head of the page. */
export function useColumnChoice<Row>(storageKey: string, columns: readonly DataColumn<Row>[]) {
  const { store } = usePreferences()
  const [stored, setStored] = useState(() => storedSchema.parse(readJson(store, storageKey) ?? {}))
  const shown = useMemo(
    () => columns.filter(({ id, optional }) => optional === undefined || (stored[id] ?? optional === 'shown')),
    [columns, stored],
  )
  const choose = (id: string, isOn: boolean): void => {
    const next = { ...stored, [id]: isOn }
    store.set(storageKey, JSON.stringify(next))
    setStored(next)
  }
  const menu = (
    <ColumnMenu
      choices={columns
        .filter(({ optional }) => optional !== undefined)
        .map((column) => ({ id: column.id, label: column.label, isShown: shown.includes(column) }))}
      onChoose={choose}
    />
  )
  return { columns: shown, menu }
}

/** Columns to switch on and off; the menu stays open for the next one. */
export function ColumnMenu<Id extends string>(props: {
  readonly choices: readonly { readonly id: Id; readonly label: string; readonly isShown: boolean }[]
  readonly onChoose: (id: Id, isOn: boolean) => void
}) {
  const t = useText()
  return (
    <Dropdown align="end" autoClose="outside">
      <Dropdown.Toggle variant="quiet" size="sm" className="icon-text">
        <Icon name="columns" size={16} />
        {t('table.columns')}
      </Dropdown.Toggle>
      <Dropdown.Menu className={styles.columns ?? ''}>
        {props.choices.map(({ id, label, isShown }) => (
          <label key={id}>
            <input
              type="checkbox"
              className="form-check-input"
              checked={isShown}
              onChange={({ target }) => props.onChoose(id, target.checked)}
            />
            {label}
          </label>
        ))}
      </Dropdown.Menu>
    </Dropdown>
  )
}
