import { type GroupLink, ROOT_GROUP } from '@fleetglass/contract/groups'
import { useId, useMemo, useState } from 'react'
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
  const boundId = useId()
  const { groupid, name } = group
  const boundText = t('groups.bound', { group: name })
  const linked = useMemo(
    () => new Set(links.filter((link) => link.groupid === groupid).map(({ deviceid }) => deviceid)),
    [links, groupid],
  )
  const elsewhere = useMemo(
    () => new Set(links.filter((link) => link.groupid !== ROOT_GROUP).map(({ deviceid }) => deviceid)),
    [links],
  )
  const labelOf = useLabelOf()
  const ids = useFleetList(({ devices }) =>
    [...devices.values()]
      .filter(
        ({ registered, deviceId, plate }) =>
          registered && [deviceId, plate, labelOf(deviceId)].some((text) => includes(text, search)),
      )
      .map(({ deviceId }) => deviceId),
  )
  // A device that is in no other group belongs to the root group.
  const isBound = (deviceid: string): boolean =>
    groupid === ROOT_GROUP && linked.has(deviceid) && !elsewhere.has(deviceid)
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
      {ids.some(isBound) ? (
        <p id={boundId} className={styles.bound}>
          {boundText}
        </p>
      ) : null}
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
              disabled={add.isPending || isBound(id)}
              reason={isBound(id) ? { id: boundId, text: boundText } : null}
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
  /** Why the device cannot be unticked, and the element that says so. */
  readonly reason: { readonly id: string; readonly text: string } | null
  readonly onToggle: () => void
}) {
  const { deviceId, checked, disabled, reason, onToggle } = props
  const label = useLabelOf()(deviceId)
  return (
    <label className={styles.deviceCheck} title={reason?.text}>
      <input
        type="checkbox"
        className="form-check-input"
        checked={checked}
        disabled={disabled}
        aria-describedby={reason?.id}
        onChange={onToggle}
      />
      <span dir="auto">{label}</span>
    </label>
  )
}

const heightOfRow = (): number => rowPx

function includes(text: string, search: string): boolean {
  return text.toLocaleLowerCase().includes(search.toLocaleLowerCase())
}
