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
export function UserQuestion({ asked, onClose }: { readonly asked: AskedUser | null; readonly onClose: () => void }) {
  const t = useText()
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
      onConfirm={() => (kind === 'delete' ? remove : activate).mutateAsync(name)}
      onClose={onClose}
    />
  )
}
