import type { SecondFactor } from '@fleetglass/contract/account'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { ListFailed } from '../../../ui/data-table/index.ts'
import { Loading } from '../../../ui/index.ts'
import type { Whose } from '../account.queries.ts'
import { useSecondFactor } from '../second-factor.queries.ts'

const stateKeys = { off: 'secondFactor.off', required: 'secondFactor.required', on: 'secondFactor.on' } as const

/** Whether it is on, with what can be done about it. */
export function SecondFactorState(props: {
  readonly whose: Whose
  readonly children: (state: SecondFactor) => ReactNode
}) {
  const t = useText()
  const id = useId()
  const { data, error, refetch } = useSecondFactor(props.whose)
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('secondFactor.title')}</h3>
      {data === undefined && error !== null ? (
        <ListFailed reason={error.message} onAgain={() => void refetch()} />
      ) : data === undefined ? (
        <Loading label={t('page.loading')} />
      ) : (
        <>
          <p className="muted">
            {t(stateKeys[data.state])}
            {data.state === 'on' ? ` · ${t('secondFactor.left', { count: data.recoveryCodesLeft })}` : null}
          </p>
          {props.children(data)}
        </>
      )}
    </section>
  )
}
