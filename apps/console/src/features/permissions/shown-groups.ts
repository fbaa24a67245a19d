import { LAST_BUILT_IN, PERMISSION_GROUPS_MAX, type PermissionGroup } from '@fleetglass/contract/permissions'
import { useState } from 'react'
import { z } from 'zod'
import { usePreferences } from '../../platform/preferences/index.ts'
import { readJson, storageKeys, type TextStore } from '../../platform/storage/index.ts'

/** What was chosen, by group; a group that is not in it is shown when it is built in. */
const choiceSchema = z.record(z.string().regex(/^\d+$/), z.boolean())

/** PERM-005, PERM-018: which groups are columns, remembered by this browser. */
export function useShownGroups() {
  const { store } = usePreferences()
  const [choice, setChoice] = useState(() => readChoice(store))
  const isShown = ({ id }: Pick<PermissionGroup, 'id'>): boolean => choice[String(id)] ?? id <= LAST_BUILT_IN
  return {
    isShown,
    show(id: number, isOn: boolean): void {
      const next = { ...choice, [String(id)]: isOn }
      store.set(storageKeys.permissionGroups, JSON.stringify(next))
      setChoice(next)
    },
  }
}

function readChoice(store: TextStore): Readonly<Record<string, boolean>> {
  const read = choiceSchema.safeParse(readJson(store, storageKeys.permissionGroups))
  return read.success && Object.keys(read.data).length <= PERMISSION_GROUPS_MAX * 2 ? read.data : {}
}
