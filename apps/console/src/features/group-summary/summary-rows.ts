import type { GroupLink } from '@fleetglass/contract/groups'
import type { GroupTree } from '../../shared/groups/index.ts'

export interface LinkRow extends GroupLink {
  readonly groupName: string
  readonly path: string
  /** Groups that the device is linked to (GSUM-06). */
  readonly count: number
}

/** GSUM-02, GSUM-05: each link with the names of its group and the computed count. */
export function linkRows(links: readonly GroupLink[], tree: GroupTree): readonly LinkRow[] {
  const counts = new Map<string, number>()
  for (const { deviceid } of links) counts.set(deviceid, (counts.get(deviceid) ?? 0) + 1)
  return links.map((link) => ({
    ...link,
    groupName: tree.get(link.groupid)?.name ?? link.groupid,
    path: pathText(tree, link.groupid),
    count: counts.get(link.deviceid) ?? 0,
  }))
}

export function duplicates(rows: readonly LinkRow[]): readonly LinkRow[] {
  return rows.filter(({ count }) => count > 1)
}

/** GSUM-07: both words have to fit; without any there is nothing to find. */
export function foundRows(rows: readonly LinkRow[], device: string, group: string): readonly LinkRow[] {
  const [ofDevice, ofGroup] = [device, group].map((words) => words.trim().toLocaleLowerCase())
  if (!ofDevice && !ofGroup) return []
  return rows.filter(
    ({ deviceid, groupName }) =>
      deviceid.toLocaleLowerCase().includes(ofDevice ?? '') && groupName.toLocaleLowerCase().includes(ofGroup ?? ''),
  )
}

/** GSUM-09: from root on. */
export function pathText(tree: GroupTree, groupid: string): string {
  return tree
    .pathOf(groupid)
    .map(({ name }) => name)
    .join(' / ')
}
