import { type GroupLink, ROOT_GROUP } from '@fleetglass/contract/groups'
import { useId, useMemo, useState } from 'react'
import { useFleetState, useLabelOf } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import {
  type GroupNode,
  type GroupTree,
  useGroupLinks,
  useGroupTree,
  useRemoveLink,
} from '../../shared/groups/index.ts'
import { type DataColumn, DataTable, ListFailed } from '../../ui/data-table/index.ts'
import { ConfirmDialog, Icon, Loading } from '../../ui/index.ts'
import styles from './group-summary.module.css'
import { duplicates, foundRows, type LinkRow, linkRows, pathText } from './summary-rows.ts'
import { useDeadLinks } from './use-dead-links.ts'

/** GSUM-01: which device is in which group, and where the groups are. */
export function GroupSummaryPage() {
  const t = useText()
  const groups = useGroupTree()
  const links = useGroupLinks()
  const failed = [groups, links].find(({ isError }) => isError)
  if (failed?.error) return <ListFailed reason={failed.error.message} onAgain={() => void failed.refetch()} />
  if (groups.data === undefined || links.data === undefined) return <Loading label={t('page.loading')} />
  return <Summary tree={groups.data} links={links.data} />
}

function Summary({ tree, links }: { readonly tree: GroupTree; readonly links: readonly GroupLink[] }) {
  useDeadLinks(links)
  const rows = useMemo(() => linkRows(links, tree), [links, tree])
  return (
    <div className={styles.page}>
      <Links rows={rows} />
      <Search rows={rows} />
      <Viewable tree={tree} />
    </div>
  )
}

/** GSUM-02 to GSUM-06. */
function Links({ rows }: { readonly rows: readonly LinkRow[] }) {
  const t = useText()
  const id = useId()
  const [onlyDuplicates, setOnlyDuplicates] = useState(false)
  const [asked, setAsked] = useState<LinkRow | null>(null)
  const remove = useRemoveLink()
  const labelOf = useLabelOf()
  const shown = useMemo(() => (onlyDuplicates ? duplicates(rows) : rows), [rows, onlyDuplicates])
  const columns: readonly DataColumn<LinkRow>[] = [
    ...useLinkColumns(),
    {
      id: 'count',
      label: t('groupSummary.count'),
      numeric: true,
      text: ({ count }) => String(count),
      value: ({ count }) => count,
    },
    {
      id: 'remove',
      label: t('action.column'),
      plain: true,
      pinned: true,
      text: () => '',
      cell: (row) => {
        const label = t('groupSummary.remove', { device: labelOf(row.deviceid), group: row.groupName })
        // A device that is in no other group belongs to the root group.
        const isLast = row.groupid === ROOT_GROUP && row.count === 1
        return (
          <button
            type="button"
            className="icon-button"
            aria-label={label}
            title={isLast ? t('groups.bound', { group: row.groupName }) : label}
            disabled={isLast}
            onClick={() => setAsked(row)}
          >
            <Icon name="trash" size={18} />
          </button>
        )
      },
    },
  ]
  return (
    <section className={`panel ${styles.part}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h1 id={id}>{t('page.groupSummary')}</h1>
        <label className={styles.filter}>
          <input
            type="checkbox"
            className="form-check-input"
            checked={onlyDuplicates}
            onChange={({ target }) => setOnlyDuplicates(target.checked)}
          />
          {t('groupSummary.duplicate')}
        </label>
      </header>
      <Table label={t('groupSummary.links')} columns={columns} rows={shown} keyOf={keyOfLink} nameColumn="device" />
      <ConfirmDialog
        open={asked !== null}
        title={t('groups.removeTitle')}
        text={t('groups.removeQuestion', {
          device: asked === null ? '' : labelOf(asked.deviceid),
          group: asked?.groupName ?? '',
        })}
        confirmLabel={t('groups.remove')}
        onConfirm={async () => {
          if (asked !== null) await remove.mutateAsync({ groupid: asked.groupid, deviceid: asked.deviceid })
        }}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

/** GSUM-07. */
function Search({ rows }: { readonly rows: readonly LinkRow[] }) {
  const t = useText()
  const id = useId()
  const [device, setDevice] = useState('')
  const [group, setGroup] = useState('')
  const found = useMemo(() => foundRows(rows, device, group), [rows, device, group])
  const columns = useLinkColumns()
  const fields = [
    [t('groupSummary.searchDevice'), device, setDevice],
    [t('groupSummary.searchGroup'), group, setGroup],
  ] as const
  return (
    <section className={`panel ${styles.part}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('groupSummary.search')}</h2>
        {fields.map(([label, value, onChange]) => (
          <input
            key={label}
            type="search"
            className="form-control"
            dir="auto"
            aria-label={label}
            placeholder={label}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        ))}
      </header>
      {device.trim() === '' && group.trim() === '' ? (
        <p className="muted">{t('groupSummary.searchHint')}</p>
      ) : (
        <Table label={t('groupSummary.found')} columns={columns} rows={found} keyOf={keyOfLink} nameColumn="device" />
      )}
    </section>
  )
}

/** GSUM-08, GSUM-09. */
function Viewable({ tree }: { readonly tree: GroupTree }) {
  const t = useText()
  const id = useId()
  const columns: readonly DataColumn<GroupNode>[] = [
    { id: 'group', label: t('groupSummary.group'), text: ({ name }) => name },
    { id: 'path', label: t('groupSummary.path'), text: ({ groupid }) => pathText(tree, groupid) },
  ]
  return (
    <section className={`panel ${styles.part}`} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t('groupSummary.viewable')}</h2>
      </header>
      <Table
        label={t('groupSummary.paths')}
        columns={columns}
        rows={tree.all}
        keyOf={({ groupid }) => groupid}
        nameColumn="path"
      />
    </section>
  )
}

function Table<Row extends object>(props: Parameters<typeof DataTable<Row>>[0]) {
  const t = useText()
  const isNarrow = useIsMobile()
  return props.rows.length === 0 ? (
    <p className="muted">{t('choice.none')}</p>
  ) : (
    <DataTable {...props} density="dense" stacked={isNarrow} />
  )
}

function useLinkColumns(): readonly DataColumn<LinkRow>[] {
  const t = useText()
  const labelOf = useLabelOf()
  // Names are known once the devices are.
  useFleetState(({ loaded }) => loaded)
  return [
    { id: 'device', label: t('groupSummary.device'), text: ({ deviceid }) => labelOf(deviceid) },
    { id: 'group', label: t('groupSummary.group'), text: ({ groupName }) => groupName },
    { id: 'path', label: t('groupSummary.path'), text: ({ path }) => path },
  ]
}

const keyOfLink = ({ groupid, deviceid }: LinkRow): string => `${groupid}/${deviceid}`
