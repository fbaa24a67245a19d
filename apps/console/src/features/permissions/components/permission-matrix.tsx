import { type PermissionGroup, type PermissionRow, pageFlags, permissionRows } from '@fleetglass/contract/permissions'
import { Fragment, type KeyboardEvent } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { Icon } from '../../../ui/index.ts'
import type { PermissionDrafts } from '../permission-drafts.ts'
import styles from '../permissions.module.css'
import { GroupHead } from './group-head.tsx'

interface MatrixProps {
  readonly groups: readonly PermissionGroup[]
  readonly rows: readonly PermissionRow[]
  readonly drafts: PermissionDrafts
  readonly expanded: ReadonlySet<string>
  readonly onExpand: (flag: string) => void
  readonly isSaving: boolean
  readonly onSave: (index: number) => void
  /** The group whose name is edited. */
  readonly renamed: number | null
  readonly onRename: (id: number | null) => void
  readonly onCopy: (group: PermissionGroup) => void
  readonly onDelete: (group: PermissionGroup) => void
}

/** PERM-002: features by permission groups. The heads and the names of the rows stay in sight; arrow keys go from cell to cell. */
export function PermissionMatrix(props: MatrixProps) {
  const t = useText()
  const { groups, rows, drafts } = props
  const pages = rows.filter(({ flag }) => pageFlags.includes(flag))
  const functions = rows.filter(({ flag }) => !pageFlags.includes(flag))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={styles.box} tabIndex={0} aria-label={t('permissions.matrix')}>
      <table className={styles.matrix} onKeyDown={moveByArrows}>
        <thead>
          <tr>
            <th scope="col" className={styles.name}>
              {t('permissions.feature')}
            </th>
            {groups.map((group) => (
              <GroupHead
                key={group.id}
                group={group}
                isChanged={drafts.isGroupChanged(group)}
                isRenamed={props.renamed === group.id}
                onRename={props.onRename}
                onCopy={() => props.onCopy(group)}
                onDelete={() => props.onDelete(group)}
              />
            ))}
            <th className={styles.save} />
          </tr>
        </thead>
        {(
          [
            ['permissions.pages', pages],
            ['permissions.functions', functions],
          ] as const
        ).map(([titleKey, part]) =>
          part.length === 0 ? null : (
            <tbody key={titleKey}>
              <tr className={styles.part}>
                <th scope="rowgroup" className={styles.name}>
                  {t(titleKey)}
                </th>
                <td colSpan={groups.length + 1} />
              </tr>
              {part.map((row) => (
                <MatrixRow key={row.flag} {...props} row={row} />
              ))}
            </tbody>
          ),
        )}
      </table>
    </section>
  )
}

function MatrixRow(props: MatrixProps & { readonly row: PermissionRow }) {
  const t = useText()
  const { row, groups, drafts, expanded, onExpand } = props
  const { flag, index, parent } = row
  const feature = t(`permissions.${flag}`)
  const hasItems = permissionRows.some((other) => other.parent === flag)
  const saveLabel = t('permissions.saveRow', { feature })
  const isChanged = drafts.isRowChanged(index)
  return (
    <tr data-flag={flag} data-unsaved={isChanged || undefined}>
      <th scope="row" className={styles.name} data-item={parent !== null || undefined}>
        <div className={styles.feature}>
          {hasItems ? (
            <button
              type="button"
              className={styles.expand}
              aria-expanded={expanded.has(flag)}
              aria-label={t('permissions.expand', { feature })}
              onClick={() => onExpand(flag)}
            >
              <Icon name={expanded.has(flag) ? 'down' : 'next'} size={16} />
            </button>
          ) : null}
          <span>{feature}</span>
        </div>
      </th>
      {groups.map((group) => (
        <Fragment key={group.id}>
          <FlagCell {...props} group={group} feature={feature} />
        </Fragment>
      ))}
      <td className={styles.save}>
        <button
          type="button"
          data-cell
          className="icon-button"
          aria-label={saveLabel}
          title={saveLabel}
          disabled={!isChanged || props.isSaving}
          onClick={() => props.onSave(index)}
        >
          <Icon name="check" size={18} />
        </button>
      </td>
    </tr>
  )
}

function FlagCell(
  props: MatrixProps & { readonly row: PermissionRow; readonly group: PermissionGroup; readonly feature: string },
) {
  const t = useText()
  const { row, group, drafts, feature } = props
  const isOn = drafts.isOn(group, row.index)
  const above = permissionRows.find(({ flag }) => flag === row.parent)
  const hasNoEffect = above !== undefined && !drafts.isOn(group, above.index)
  return (
    <td>
      <button
        type="button"
        role="switch"
        data-cell
        className={styles.flag}
        aria-checked={isOn}
        aria-label={t('permissions.cell', { feature, group: group.name })}
        title={hasNoEffect ? t('permissions.noEffect', { parent: t(`permissions.${above.flag}`) }) : undefined}
        data-idle={hasNoEffect || undefined}
        data-unsaved={drafts.isChanged(group, row.index) || undefined}
        onClick={() => drafts.toggle(group, row.index)}
      >
        {t(isOn ? 'permissions.enable' : 'permissions.disable')}
      </button>
    </td>
  )
}

/** Arrow keys, Home and End move between the cells, as in a spreadsheet; Space and Enter toggle. */
function moveByArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null
  const row = cell?.closest('tr')
  if (!cell || !row) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-flag]')]
  const cells = (line: HTMLElement | undefined): HTMLElement[] => [
    ...(line?.querySelectorAll<HTMLElement>('[data-cell]:not(:disabled)') ?? []),
  ]
  const inRow = cells(row)
  const at = inRow.indexOf(cell)
  const line = lines.indexOf(row)
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  const backward = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
  const targets: Record<string, HTMLElement | undefined> = {
    [forward]: inRow[at + 1],
    [backward]: inRow[at - 1],
    Home: inRow[0],
    End: inRow.at(-1),
    ArrowDown: cells(lines[line + 1])[at] ?? cells(lines[line + 1]).at(-1),
    ArrowUp: line === 0 ? undefined : (cells(lines[line - 1])[at] ?? cells(lines[line - 1]).at(-1)),
  }
  if (!(event.key in targets)) return
  event.preventDefault()
  targets[event.key]?.focus()
}
