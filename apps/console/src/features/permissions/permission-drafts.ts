import type { PermissionGroup } from '@fleetglass/contract/permissions'
import { useState } from 'react'
import type { RowSave } from './permissions.queries.ts'

/** What was toggled and is not saved: whether the flag is to be granted, by group and place. It never leaves the browser. */
type Drafts = ReadonlyMap<string, boolean>

export interface PermissionDrafts {
  /** Whether the cell reads Enable. */
  isOn(group: PermissionGroup, index: number): boolean
  isChanged(group: PermissionGroup, index: number): boolean
  isGroupChanged(group: PermissionGroup): boolean
  isRowChanged(index: number): boolean
  /** How many rows have a change that is not saved. */
  readonly changedRows: number
  toggle(group: PermissionGroup, index: number): void
  /** The row was saved: what another user changes there later is no draft. */
  forget(index: number): void
  /** The row with its changes, for all groups. */
  rowOf(index: number): RowSave
}

/** A draft equal to the stored value is no change; the stored value is that of the present list, with changes of other users. */
export function usePermissionDrafts(groups: readonly PermissionGroup[]): PermissionDrafts {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const isOn = (group: PermissionGroup, index: number): boolean =>
    drafts.get(`${group.id}:${index}`) ?? isGranted(group, index)
  const isChanged = (group: PermissionGroup, index: number): boolean => isOn(group, index) !== isGranted(group, index)
  const places = (group: PermissionGroup): number[] => [...group.access].map((_, index) => index)
  const isRowChanged = (index: number): boolean => groups.some((group) => isChanged(group, index))
  return {
    isOn,
    isChanged,
    isRowChanged,
    isGroupChanged: (group) => places(group).some((index) => isChanged(group, index)),
    changedRows: groups[0] === undefined ? 0 : places(groups[0]).filter(isRowChanged).length,
    toggle: (group, index) =>
      setDrafts((before) =>
        new Map(before).set(`${group.id}:${index}`, !(before.get(`${group.id}:${index}`) ?? isGranted(group, index))),
      ),
    forget: (index) => setDrafts((before) => new Map([...before].filter(([cell]) => !cell.endsWith(`:${index}`)))),
    rowOf: (index) => ({
      index,
      permissions: groups.map((group) => ({
        id: group.id,
        was: group.access,
        access: withFlag(group.access, index, isOn(group, index)),
      })),
    }),
  }
}

function isGranted({ access }: PermissionGroup, index: number): boolean {
  return access[index] === '1'
}

function withFlag(access: string, index: number, isOn: boolean): string {
  return `${access.slice(0, index)}${isOn ? '1' : '0'}${access.slice(index + 1)}`
}
