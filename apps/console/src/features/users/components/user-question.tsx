import { useState } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { useUserWrites } from '../users.queries.ts'

/** What is about to be done, and to whom. */
export interface AskedUser {
  readonly kind: 'activate' | 'delete'
  readonly name: string
}

/** USR-38, USR-39. */
export function UserQuestion(props: {
  readonly asked: AskedUser | null
  readonly onClose: () => void
  /** USR-16. */
  readonly onDeleted: () => void
}) {
  const t = useText()
  const { asked, onClose, onDeleted } = props
  const { activate, remove } = useUserWrites()
  // What was asked last stays drawn while its dialog fades out.
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  if (shown === null) return null
  const { kind, name } = shown
  return (
    <ConfirmDialog
      open={asked !== null}
      title={t(`users.${kind}Question`, { name })}
      text={t(`users.${kind}Text`)}
      confirmLabel={t(`users.${kind}Confirm`)}
      isHarmless={kind === 'activate'}
      onConfirm={async () => {
        if (kind === 'activate') return activate.mutateAsync(name)
        await remove.mutateAsync(name)
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}
