import { ROOT_GROUP } from '@fleetglass/contract/groups'
import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { type GroupNode, type GroupTree, useGroupWrites } from '../../../shared/groups/index.ts'
import { refusalOfField } from '../../../ui/form/index.ts'
import { ConfirmDialog, notify } from '../../../ui/index.ts'
import styles from '../groups.module.css'
import { GroupNameField } from './group-name-field.tsx'
import { MoveDialog } from './move-dialog.tsx'

/** GRP-05: what can be done with the current group. */
export function GroupActions(props: {
  readonly tree: GroupTree
  readonly group: GroupNode
  readonly onOpen: (groupid: string) => void
}) {
  const t = useText()
  const { tree, group, onOpen } = props
  const { groupid, name } = group
  const { add, rename, move, remove } = useGroupWrites()
  const [child, setChild] = useState('')
  const [renamed, setRenamed] = useState('')
  const [dialog, setDialog] = useState<'move' | 'delete' | null>(null)
  const isRoot = groupid === ROOT_GROUP
  const mayDelete = !isRoot && tree.childrenOf(groupid).length === 0
  const close = (): void => setDialog(null)
  const addChild = (): void =>
    add.mutate(
      { parentid: groupid, newChildrenName: child },
      {
        onSuccess: () => {
          setChild('')
          notify.success(t('groups.added', { name: child }))
        },
      },
    )
  const sendName = (): void =>
    rename.mutate(
      { groupid, newGroupName: renamed },
      {
        onSuccess: () => {
          setRenamed('')
          notify.success(t('groups.renamed', { name: renamed }))
        },
      },
    )
  // GRP-17: the group is elsewhere now, so the path begins anew.
  const moveBelow = (newParentid: string): Promise<unknown> =>
    move.mutateAsync({ groupid, newParentid }).then(() => onOpen(ROOT_GROUP))
  // GRP-16.
  const removeGroup = (): Promise<unknown> =>
    remove.mutateAsync(groupid).then(() => onOpen(group.parentid ?? ROOT_GROUP))
  return (
    <section className={styles.actions} aria-label={t('groups.actions')}>
      <GroupNameField
        label={t('groups.newChild')}
        action={t('groups.add')}
        value={child}
        busy={add.isPending}
        fault={faultOf(add.error)}
        onChange={(typed) => {
          add.reset()
          setChild(typed)
        }}
        onSend={addChild}
      />
      <GroupNameField
        label={t('groups.newName')}
        action={t('groups.rename')}
        value={renamed}
        busy={rename.isPending}
        fault={faultOf(rename.error)}
        onChange={(typed) => {
          rename.reset()
          setRenamed(typed)
        }}
        onSend={sendName}
      />
      <div className={styles.buttons}>
        {isRoot ? null : (
          <button type="button" className="btn btn-quiet" onClick={() => setDialog('move')}>
            {t('groups.move')}
          </button>
        )}
        {mayDelete ? (
          <button type="button" className="btn btn-danger" onClick={() => setDialog('delete')}>
            {t('groups.delete')}
          </button>
        ) : null}
      </div>
      {dialog === 'move' ? <MoveDialog tree={tree} group={group} onMove={moveBelow} onClose={close} /> : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('groups.deleteTitle')}
        text={t('groups.deleteQuestion', { name })}
        confirmLabel={t('groups.delete')}
        onConfirm={removeGroup}
        onClose={close}
      />
    </section>
  )
}

/** The label names the field already, so its wire name is left out. */
function faultOf(error: Error | null): string | null {
  return error === null ? null : (refusalOfField(error.message)?.message ?? error.message)
}
