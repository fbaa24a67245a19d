import { useState } from 'react'
import { useSession } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { CheckInput } from '../../../ui/form/index.ts'
import { ConfirmDialog } from '../../../ui/index.ts'
import { useUserChanges } from '../second-factor.queries.ts'
import { OwnChange } from './own-second-factor.tsx'
import { SecondFactorState } from './second-factor-state.tsx'

/** Whether a user must have a second factor; removes the one of a user who has lost it. One's own takes the password, here as well. */
export function UserSecondFactor({ name }: { readonly name: string }) {
  const t = useText()
  const { require, remove } = useUserChanges(name)
  const { userName } = useSession()
  const [isAsked, setAsked] = useState(false)
  return (
    <SecondFactorState whose={name}>
      {({ state, isRequired }) => (
        <>
          <CheckInput
            label={t('secondFactor.require')}
            look="switch"
            value={require.isPending ? require.variables : isRequired}
            onChange={(required) => require.mutate(required)}
          />
          {name === userName ? (
            <OwnChange isOn={state === 'on'} />
          ) : state === 'on' ? (
            <button type="button" className="btn btn-quiet btn-sm" onClick={() => setAsked(true)}>
              {t('secondFactor.remove')}
            </button>
          ) : null}
          <ConfirmDialog
            open={isAsked}
            title={t('secondFactor.removeQuestion', { name })}
            text={t('secondFactor.removeText')}
            confirmLabel={t('secondFactor.remove')}
            onConfirm={() => remove.mutateAsync()}
            onClose={() => setAsked(false)}
          />
        </>
      )}
    </SecondFactorState>
  )
}
