import { useChannelState } from '../../../engines/channel/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { SecondFactorCode, SecondFactorSetup } from '../../../shared/second-factor/index.ts'
import type { CodeStep as Step } from '../session.login.ts'
import { useLogin } from '../session.react.tsx'

/** The second step of a login: the code, and before it the setting up where an administrator requires it. */
export function CodeStep({ step }: { readonly step: Step }) {
  const t = useText()
  const login = useLogin()
  const isUnreachable = useChannelState(({ kind }) => kind === 'waiting')
  const fault = step.isWrong
    ? t('secondFactor.wrong')
    : step.isSent && isUnreachable
      ? t('login.error.unreachable')
      : null
  const code = {
    fault,
    isPending: step.isSent,
    submitLabel: t(step.isSent ? 'login.pending' : 'login.submit'),
    onCode: (typed: string) => login.submitCode(typed),
    onCancel: () => login.cancelCode(),
  }
  return step.setUp === null ? (
    <SecondFactorCode {...code} lead={t('secondFactor.lead')} takesRecoveryCodes />
  ) : (
    <>
      <p>{t('secondFactor.requiredLead')}</p>
      <SecondFactorSetup {...code} account={step.setUp} />
    </>
  )
}
