import type { GroupLink } from '@fleetglass/contract/groups'
import { useMemo } from 'react'
import { useText } from '../../platform/texts/index.ts'
import { type GroupNode, type GroupTree, useGroupLinks, useGroupTree } from '../../shared/groups/index.ts'
import { ListFailed } from '../../ui/data-table/index.ts'
import { Icon, Loading, VirtualList } from '../../ui/index.ts'
import { GroupActions } from './components/group-actions.tsx'
import { GroupDevices } from './components/group-devices.tsx'
import { GroupDiagram } from './components/group-diagram.tsx'
import styles from './groups.module.css'
import { type GroupPath, useGroupPath } from './use-group-path.ts'

const childPx = 40

/** GRP-01: the groups, one of them at a time with what can be done with it, and the tree of all of them. */
export function GroupsPage() {
  const t = useText()
  const groups = useGroupTree()
  const links = useGroupLinks()
  const failed = [groups, links].find(({ isError }) => isError)
  if (failed?.error) return <ListFailed reason={failed.error.message} onAgain={() => void failed.refetch()} />
  if (groups.data === undefined || links.data === undefined) return <Loading label={t('page.loading')} />
  return <GroupEditor tree={groups.data} links={links.data} />
}

function GroupEditor({ tree, links }: { readonly tree: GroupTree; readonly links: readonly GroupLink[] }) {
  const t = useText()
  const place = useGroupPath(tree)
  const devicesOf = useMemo(() => devicesByGroup(links), [links])
  const { current } = place
  if (current === undefined) return null
  return (
    <div className={styles.page}>
      <section className={`panel ${styles.editor}`}>
        <h1 className={styles.title}>{t('page.groupSetting')}</h1>
        <Breadcrumb {...place} />
        <Children groups={tree.childrenOf(current.groupid)} onOpen={place.open} />
        <GroupActions key={current.groupid} tree={tree} group={current} onOpen={place.open} />
      </section>
      <GroupDevices key={current.groupid} group={current} links={links} />
      <GroupDiagram tree={tree} devicesOf={devicesOf} path={place.path} onOpen={place.open} />
    </div>
  )
}

/** GRP-02, GRP-15. */
function Breadcrumb({ path, open }: GroupPath) {
  const t = useText()
  return (
    <nav aria-label={t('groups.path')}>
      <ol className={styles.path}>
        {path.map(({ groupid, name }, index) => (
          <li key={groupid}>
            <button
              type="button"
              className="btn btn-quiet"
              dir="auto"
              aria-current={index === path.length - 1 ? 'page' : undefined}
              onClick={() => open(groupid)}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** GRP-03, GRP-04, GRP-14. */
function Children(props: { readonly groups: readonly GroupNode[]; readonly onOpen: (groupid: string) => void }) {
  const t = useText()
  const { groups, onOpen } = props
  return (
    <section aria-label={t('groups.children')} className={styles.children}>
      <h2>{t('groups.children')}</h2>
      {groups.length === 0 ? (
        <p className="muted">{t('groups.end')}</p>
      ) : (
        <VirtualList
          className={styles.childList as string}
          items={groups}
          keyOf={keyOfGroup}
          heightPx={heightOfChild}
          entry={({ groupid, name }) => (
            <button type="button" className={styles.child} onClick={() => onOpen(groupid)}>
              <Icon name="next" size={14} />
              <span dir="auto">{name}</span>
            </button>
          )}
        />
      )}
    </section>
  )
}

const keyOfGroup = ({ groupid }: GroupNode): string => groupid
const heightOfChild = (): number => childPx

function devicesByGroup(links: readonly GroupLink[]): ReadonlyMap<string, readonly string[]> {
  const devices = new Map<string, string[]>()
  for (const { groupid, deviceid } of links) {
    const ofGroup = devices.get(groupid)
    if (ofGroup === undefined) devices.set(groupid, [deviceid])
    else ofGroup.push(deviceid)
  }
  return devices
}
