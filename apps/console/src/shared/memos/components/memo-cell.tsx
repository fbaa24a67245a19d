import { type CarMemo, MEMO_MAX } from '@fleetglass/contract/memos'
import { useRef, useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { useSaveMemo } from '../memos.queries.ts'

/**
 * DASH-54 … 57: a memo that a click turns into a text box. Enter or leaving it saves, once and only what is another text;
 * Escape leaves it as it was.
 */
export function MemoCell(props: {
  readonly deviceId: string
  readonly type: CarMemo['type']
  readonly memo: string
  readonly mayEdit: boolean
}) {
  const t = useText()
  const { deviceId, type, memo, mayEdit } = props
  const { editing, shown, edit, leave } = useEdit(memo, deviceId, type)
  if (!mayEdit) return <MemoText text={memo} />
  const label = t('memos.edit', { number: type + 1, device: deviceId })
  if (!editing) {
    return (
      <button type="button" className="memo-cell" aria-label={`${label}: ${shown}`} onClick={edit}>
        <MemoText text={shown} />
      </button>
    )
  }
  return (
    <input
      className="form-control form-control-sm memo-box"
      aria-label={label}
      defaultValue={memo}
      maxLength={MEMO_MAX}
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: the click opened it
      autoFocus
      onBlur={(event) => leave(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') leave(event.currentTarget.value)
        if (event.key === 'Escape') leave(null)
      }}
    />
  )
}

function MemoText({ text }: { readonly text: string }) {
  return (
    <span className="cell-text" dir="auto" title={text}>
      {text}
    </span>
  )
}

function useEdit(memo: string, deviceid: string, type: CarMemo['type']) {
  const { mutate, isPending, variables } = useSaveMemo()
  const [editing, setEditing] = useState(false)
  // Enter takes the box away, which is a blur as well.
  const open = useRef(false)
  return {
    editing,
    /** While it is being saved, the new text. */
    shown: isPending ? variables.memo : memo,
    edit(): void {
      open.current = true
      setEditing(true)
    },
    leave(text: string | null): void {
      if (!open.current) return
      open.current = false
      setEditing(false)
      if (text === null || text === memo) return
      mutate({ deviceid, type, memo: text })
    },
  }
}
