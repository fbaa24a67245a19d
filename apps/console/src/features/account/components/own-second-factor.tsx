import { useId, useState } from 'react'
import { useChannel, useSession } from '../../../engines/channel/index.ts'
import { sha256Hex } from '../../../platform/sha256/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { SecondFactorCode, SecondFactorSetup } from '../../../shared/second-factor/index.ts'
import styles from '../account.module.css'
import { useOwnChange } from '../second-factor.queries.ts'
import { SecondFactorState } from './second-factor-state.tsx'

export function OwnSecondFactor() {
  return <SecondFactorState whose={null}>{({ state }) => <OwnChange isOn={state === 'on'} />}</SecondFactorState>
}

/** Turns the user's own second factor on and off. Both take the password: an open console alone is not enough. */
export function OwnChange({ isOn }: { readonly isOn: boolean }) {
  const t = useText()
  const [change, setChange] = useState<'PUT' | 'DELETE' | null>(null)
  const [passwordHash, setPasswordHash] = useState<string | null>(null)
  const close = (): void => {
    setChange(null)
    setPasswordHash(null)
  }
  if (change === null) {
    return (
      <button type="button" className="btn btn-quiet" onClick={() => setChange(isOn ? 'DELETE' : 'PUT')}>
        {t(isOn ? 'secondFactor.turnOff' : 'secondFactor.turnOn')}
      </button>
    )
  }
  if (passwordHash === null)
    return <PasswordStep onPassword={(typed) => setPasswordHash(sha256Hex(typed))} onCancel={close} />
  return <CodeStep isOn={change === 'DELETE'} passwordHash={passwordHash} onCancel={close} />
}

function PasswordStep(props: { readonly onPassword: (typed: string) => void; readonly onCancel: () => void }) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState('')
  return (
    <form
      className={styles.step}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== '') props.onPassword(typed)
      }}
    >
      <label className="form-label" htmlFor={id}>
        {t('password.current')}
      </label>
      <input
        id={id}
        className="form-control"
        type="password"
        autoComplete="current-password"
        ref={focused}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className={styles.actions}>
        <button type="button" className="btn btn-quiet" onClick={props.onCancel}>
          {t('action.cancel')}
        </button>
        <button type="submit" className="btn btn-primary" disabled={typed === ''}>
          {t('secondFactor.next')}
        </button>
      </div>
    </form>
  )
}

/** The server has ended this session; the console would notice when it tries to connect again. */
function LoggedOut({ text }: { readonly text: string }) {
  const t = useText()
  const channel = useChannel()
  return (
    <div role="status">
      <p>{text}</p>
      <button type="button" className="btn btn-primary" ref={focused} onClick={() => channel.logout()}>
        {t('login.submit')}
      </button>
    </div>
  )
}

/** It takes the place of what was pressed. */
function focused(element: HTMLElement | null): void {
  element?.focus()
}

function CodeStep(props: { readonly isOn: boolean; readonly passwordHash: string; readonly onCancel: () => void }) {
  const t = useText()
  const { userName: user } = useSession()
  const { isOn, passwordHash, onCancel } = props
  const { mutate, error, isPending, isSuccess } = useOwnChange(isOn ? 'DELETE' : 'PUT')
  if (isSuccess) return <LoggedOut text={t(isOn ? 'secondFactor.turnedOff' : 'secondFactor.turnedOn')} />
  const code = {
    fault: error?.message ?? null,
    isPending,
    submitLabel: t(isOn ? 'secondFactor.turnOff' : 'secondFactor.turnOn'),
    onCode: (typed: string) => mutate({ password: passwordHash, code: typed }),
    onCancel,
  }
  return isOn ? (
    <SecondFactorCode {...code} lead={t('secondFactor.offLead')} takesRecoveryCodes />
  ) : (
    <SecondFactorSetup {...code} account={{ user, passwordHash }} />
  )
}
