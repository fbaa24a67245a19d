import { memo, useMemo, useState } from 'react'
import { useFleetState, useLabelOf } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import type { GroupNode, GroupTree } from '../../../shared/groups/index.ts'
import { Icon, VirtualList } from '../../../ui/index.ts'
import styles from '../groups.module.css'

const linePx = 36

type Line =
  | { readonly kind: 'group'; readonly group: GroupNode; readonly open: boolean | null; readonly devices: number }
  | {
      readonly kind: 'device'
      readonly deviceId: string
      readonly label: string
      readonly groupid: string
      readonly depth: number
    }

/** GRP-07: all groups with their devices. Groups open and close, and only the lines in sight exist. */
export function GroupDiagram(props: {
  readonly tree: GroupTree
  readonly devicesOf: ReadonlyMap<string, readonly string[]>
  readonly path: readonly GroupNode[]
  readonly onOpen: (groupid: string) => void
}) {
  const t = useText()
  const { tree, devicesOf, path, onOpen } = props
  // What a user opened or closed; the groups of the path are open otherwise.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const labelOf = useLabelOf()
  // Names are known once the devices are.
  const loaded = useFleetState((state) => state.loaded)
  const lines = useMemo(
    () => linesOf({ tree, devicesOf, path, chosen, labelOf: loaded ? labelOf : String }),
    [tree, devicesOf, path, chosen, loaded, labelOf],
  )
  const toggle = (groupid: string, open: boolean): void => setChosen((before) => new Map(before).set(groupid, open))
  const current = path.at(-1)?.groupid
  return (
    <section className={`panel ${styles.diagram}`} aria-label={t('groups.tree')}>
      <h2>{t('groups.tree')}</h2>
      <VirtualList
        className={styles.lines as string}
        items={lines}
        keyOf={keyOfLine}
        heightPx={heightOfLine}
        entry={(line) =>
          line.kind === 'device' ? (
            <span className={styles.deviceLine} style={indent(line.depth)} dir="auto">
              {line.label}
            </span>
          ) : (
            <GroupLine line={line} isCurrent={line.group.groupid === current} onToggle={toggle} onOpen={onOpen} />
          )
        }
      />
    </section>
  )
}

const GroupLine = memo(function GroupLine(props: {
  readonly line: Extract<Line, { kind: 'group' }>
  readonly isCurrent: boolean
  readonly onToggle: (groupid: string, open: boolean) => void
  readonly onOpen: (groupid: string) => void
}) {
  const t = useText()
  const { line, isCurrent, onToggle, onOpen } = props
  const { group, open, devices } = line
  return (
    <div className={styles.groupLine} style={indent(group.depth)}>
      {open === null ? (
        <span className={styles.leaf} />
      ) : (
        <button
          type="button"
          className="icon-button"
          aria-expanded={open}
          aria-label={t('groups.expand', { name: group.name })}
          onClick={() => onToggle(group.groupid, !open)}
        >
          <Icon name={open ? 'down' : 'next'} size={14} />
        </button>
      )}
      <button
        type="button"
        className={styles.groupName}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => onOpen(group.groupid)}
      >
        <span dir="auto">{group.name}</span>
      </button>
      <span className="muted num">{devices === 0 ? '' : devices}</span>
    </div>
  )
})

const byLabel = new Intl.Collator(undefined, { numeric: true })
const keyOfLine = (line: Line): string =>
  line.kind === 'group' ? line.group.groupid : `${line.groupid}/${line.deviceId}`
const heightOfLine = (): number => linePx
const indent = (depth: number) => ({ paddingInlineStart: `${Math.min(depth, 20)}rem` })

function linesOf({
  tree,
  devicesOf,
  path,
  chosen,
  labelOf,
}: {
  readonly tree: GroupTree
  readonly devicesOf: ReadonlyMap<string, readonly string[]>
  readonly path: readonly GroupNode[]
  readonly chosen: ReadonlyMap<string, boolean>
  readonly labelOf: (deviceId: string) => string
}): readonly Line[] {
  const onPath = new Set(path.map(({ groupid }) => groupid))
  const lines: Line[] = []
  // Deeper lines of a closed group are left out.
  let closedDepth = Number.POSITIVE_INFINITY
  for (const group of tree.all) {
    if (group.depth > closedDepth) continue
    const { groupid, depth } = group
    const devices = devicesOf.get(groupid) ?? []
    const isLeaf = devices.length === 0 && tree.childrenOf(groupid).length === 0
    const open = isLeaf ? null : (chosen.get(groupid) ?? onPath.has(groupid))
    closedDepth = open === false ? depth : Number.POSITIVE_INFINITY
    lines.push({ kind: 'group', group, open, devices: devices.length })
    if (open === true) {
      const labelled = devices.map((deviceId) => ({ deviceId, label: labelOf(deviceId) }))
      labelled.sort((a, b) => byLabel.compare(a.label, b.label))
      for (const device of labelled) lines.push({ kind: 'device', ...device, groupid, depth: depth + 1 })
    }
  }
  return lines
}
