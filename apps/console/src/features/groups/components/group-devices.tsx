import { type GroupLink, ROOT_GROUP } from '@fleetglass/contract/groups'
import { useMemo, useState } from 'react'
import { useFleetList, useLabelOf } from '../../../engines/fleet/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { type GroupNode, useAddLink, useRemoveLink } from '../../../shared/groups/index.ts'
import { ConfirmDialog, VirtualList } from '../../../ui/index.ts'
import styles from '../groups.module.css'

const rowPx = 44

/** GRP-06, GRP-27: every registered device, and whether it belongs to the current group on the server. */
export function GroupDevices({ group, links }: { readonly group: GroupNode; readonly links: readonly GroupLink[] }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const [asked, setAsked] = useState<string | null>(null)
  const add = useAddLink()
  const remove = useRemoveLink()
  const { groupid, name } = group
  const linked = useMemo(
    () => new Set(links.filter((link) => link.groupid === groupid).map(({ deviceid }) => deviceid)),
    [links, groupid],
  )
  const elsewhere = useMemo(
    () => new Set(links.filter((link) => link.groupid !== ROOT_GROUP).map(({ deviceid }) => deviceid)),
    [links],
  )
  const ids = useFleetList(({ devices }) =>
    [...devices.values()]
      .filter(
        ({ registered, deviceId, plate }) => registered && [deviceId, plate].some((text) => includes(text, search)),
      )
      .map(({ deviceId }) => deviceId),
  )
  const toggle = (deviceid: string): void => {
    if (linked.has(deviceid)) setAsked(deviceid)
    else add.mutate({ groupid, deviceid })
  }
  return (
    <section className={`panel ${styles.devices}`} aria-label={t('groups.devices')}>
      <h2>{t('groups.devices')}</h2>
      <input
        type="search"
        className="form-control"
        aria-label={t('choice.search')}
        placeholder={t('choice.search')}
        value={search}
        // Ids have neither (GRP-21, GRP-22).
        onChange={({ target }) => {
          if (!/[ ']/.test(target.value)) setSearch(target.value)
        }}
      />
      {ids.length === 0 ? (
        <p className="muted">{t('choice.none')}</p>
      ) : (
        <VirtualList
          className={styles.deviceList as string}
          items={ids}
          keyOf={(id) => id}
          heightPx={heightOfRow}
          entry={(id) => (
            <DeviceCheck
              deviceId={id}
              checked={linked.has(id)}
              // A device that is in no other group belongs to the root group.
              disabled={add.isPending || (groupid === ROOT_GROUP && linked.has(id) && !elsewhere.has(id))}
              onToggle={() => toggle(id)}
            />
          )}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t('groups.removeTitle')}
        text={t('groups.removeQuestion', { device: asked ?? '', group: name })}
        confirmLabel={t('groups.remove')}
        onConfirm={() => remove.mutateAsync({ groupid, deviceid: asked ?? '' })}
        onClose={() => setAsked(null)}
      />
    </section>
  )
}

function DeviceCheck(props: {
  readonly deviceId: string
  readonly checked: boolean
  readonly disabled: boolean
  readonly onToggle: () => void
}) {
  const { deviceId, checked, disabled, onToggle } = props
  const label = useLabelOf()(deviceId)
  return (
    <label className={styles.deviceCheck}>
      <input type="checkbox" className="form-check-input" checked={checked} disabled={disabled} onChange={onToggle} />
      <span dir="auto">{label}</span>
    </label>
  )
}

const heightOfRow = (): number => rowPx

function includes(text: string, search: string): boolean {
  return text.toLocaleLowerCase().includes(search.toLocaleLowerCase())
}
