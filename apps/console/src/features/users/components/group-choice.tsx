import { GROUP_OPTIONS_MAX } from '@fleetglass/contract/users'
import { type KeyboardEvent, useId, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import type { GroupNode, GroupTree } from '../../../shared/groups/index.ts'
import { describedBy, Field, useField, type ZodForm } from '../../../ui/form/index.ts'
import type { UserForm } from '../users.form.ts'
import styles from '../users.module.css'

/** One of any number of groups: at most 20 are listed, and typing finds the others (USR-41, USR-42). */
export function GroupChoice({ form, groups }: { readonly form: ZodForm<UserForm>; readonly groups: GroupTree }) {
  const t = useText()
  const id = useId()
  const { value, fault, change, control } = useField(form, 'editingGroupid', t('users.fault.group'))
  // What is typed while the list is open; null while it is closed.
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = typed !== null
  const found = isOpen ? groups.all.filter(({ name }) => includes(name, typed)) : []
  const options = found.slice(0, GROUP_OPTIONS_MAX)
  const open = (text: string): void => {
    setTyped(text)
    setActive(0)
  }
  const choose = (group: GroupNode | undefined): void => {
    if (group !== undefined) change(group.groupid)
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      if (isOpen) setActive(Math.max(0, Math.min(active + step, options.length - 1)))
      else open('')
    } else if (!isOpen) return
    else if (event.key === 'Enter') choose(options[active])
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field id={id} label={t('users.group')} fault={fault}>
      <div className={styles.combo}>
        <input
          {...control}
          id={id}
          role="combobox"
          type="text"
          className={fault === null ? 'form-select' : 'form-select is-invalid'}
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
          aria-invalid={fault !== null}
          aria-describedby={describedBy(id, undefined)}
          placeholder={isOpen ? t('users.groupFind') : t('users.fault.group')}
          value={typed ?? groups.get(value)?.name ?? value}
          onFocus={() => open('')}
          onClick={() => {
            if (!isOpen) open('')
          }}
          onBlur={() => {
            control.onBlur()
            setTyped(null)
          }}
          onChange={({ target }) => open(target.value)}
          onKeyDown={onKeyDown}
        />
        {isOpen ? (
          <div id={`${id}-list`} className={styles.options} role="listbox" aria-label={t('users.group')}>
            {options.map((group, index) => (
              <button
                key={group.groupid}
                id={`${id}-${index}`}
                type="button"
                role="option"
                tabIndex={-1}
                className={styles.option}
                aria-selected={group.groupid === value}
                data-active={index === active || undefined}
                // The field keeps the focus, or its list would close before the click.
                onPointerDown={(event) => event.preventDefault()}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(group)}
              >
                <bdi>{group.name}</bdi>
                <bdi className={styles.path}>{pathText(groups, group)}</bdi>
              </button>
            ))}
            {found.length === 0 ? <p className={styles.more}>{t('users.groupNone')}</p> : null}
            {found.length > options.length ? (
              <p className={styles.more}>{t('users.groupMore', { count: found.length - options.length })}</p>
            ) : null}
          </div>
        ) : null}
      </div>
    </Field>
  )
}

/** Where the group is: two groups may have the same name. */
function pathText(groups: GroupTree, { groupid }: GroupNode): string {
  return groups
    .pathOf(groupid)
    .slice(0, -1)
    .map(({ name }) => name)
    .join(' / ')
}

function includes(name: string, typed: string): boolean {
  return name.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase())
}
