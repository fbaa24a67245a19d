import { useId, useMemo, useState } from 'react'
import { Modal } from 'react-bootstrap'
import { useText } from '../../../platform/texts/index.ts'
import type { GroupNode, GroupTree } from '../../../shared/groups/index.ts'
import { VirtualList } from '../../../ui/index.ts'
import styles from '../groups.module.css'

const choicePx = 40

/** The new parent of a group: any other than itself, what lies below it, and the parent that it has (GRP-18 to GRP-20). */
export function MoveDialog(props: {
  readonly tree: GroupTree
  readonly group: GroupNode
  readonly onMove: (parentid: string) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const titleId = useId()
  const { tree, group, onMove, onClose } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const choices = useMemo(() => parentsFor(tree, group), [tree, group])
  const shown = useMemo(() => choices.filter(({ name }) => includes(name, search)), [choices, search])
  const isReady = chosen !== null && choices.some(({ groupid }) => groupid === chosen)
  const move = async (): Promise<void> => {
    if (chosen === null) return
    setBusy(true)
    // The mutation shows why it was refused; the dialog stays for another choice.
    await onMove(chosen).then(onClose, () => setBusy(false))
  }
  return (
    <Modal show onHide={onClose} centered aria-labelledby={titleId}>
      <Modal.Header closeButton closeLabel={t('action.close')}>
        <Modal.Title as="h2" id={titleId} dir="auto">
          {t('groups.moveTitle', { name: group.name })}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <input
          type="search"
          className="form-control"
          aria-label={t('groups.find')}
          placeholder={t('groups.find')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {shown.length === 0 ? (
          <p className="muted">{t(choices.length === 0 ? 'groups.noOther' : 'groups.noParent')}</p>
        ) : (
          <VirtualList
            className={styles.choices as string}
            items={shown}
            keyOf={keyOfGroup}
            heightPx={heightOfChoice}
            entry={(choice) => (
              <button
                type="button"
                className={styles.choice}
                aria-pressed={choice.groupid === chosen}
                style={{ paddingInlineStart: `${0.75 + choice.depth}rem` }}
                onClick={() => setChosen(choice.groupid)}
              >
                <span dir="auto">{choice.name}</span>
              </button>
            )}
          />
        )}
      </Modal.Body>
      <Modal.Footer>
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          {t('action.cancel')}
        </button>
        <button type="button" className="btn btn-primary" disabled={!isReady || busy} onClick={() => void move()}>
          {t('groups.move')}
        </button>
      </Modal.Footer>
    </Modal>
  )
}

const keyOfGroup = ({ groupid }: GroupNode): string => groupid
const heightOfChoice = (): number => choicePx

function parentsFor(tree: GroupTree, group: GroupNode): readonly GroupNode[] {
  const at = tree.all.findIndex(({ groupid }) => groupid === group.groupid)
  // What lies below a group follows it in the list, deeper than it is.
  const after = tree.all.findIndex(({ depth }, index) => index > at && depth <= group.depth)
  const end = after < 0 ? tree.all.length : after
  return tree.all.filter(({ groupid }, index) => (index < at || index >= end) && groupid !== group.parentid)
}

function includes(name: string, search: string): boolean {
  return name.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
}
