import { useText } from '../../../platform/texts/index.ts'

interface ServerAddress {
  readonly address: string
  readonly port: string
}

/** LOGIN-03, LOGIN-15: which server, where the deployment lets one choose. */
export function ServerFields(props: {
  readonly server: ServerAddress
  readonly onChange: (server: ServerAddress) => void
}) {
  const t = useText()
  const { server, onChange } = props
  return (
    <div className="login-server">
      <div>
        <label className="form-label" htmlFor="login-address">
          {t('login.address')}
        </label>
        <input
          id="login-address"
          className="form-control"
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
          value={server.address}
          onChange={(event) => onChange({ ...server, address: event.target.value })}
        />
      </div>
      <div>
        <label className="form-label" htmlFor="login-port">
          {t('login.port')}
        </label>
        <input
          id="login-port"
          className="form-control"
          dir="ltr"
          inputMode="numeric"
          value={server.port}
          onChange={(event) => onChange({ ...server, port: event.target.value })}
        />
      </div>
    </div>
  )
}
