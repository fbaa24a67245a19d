import { useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { BrandMark } from '../../../ui/brand-mark.tsx'

/** Whose console this is. */
export function LoginHead() {
  const t = useText()
  const { logo } = useSite()
  return (
    <div className="login-head">
      {logo ? <img src={logo} alt="" height={44} /> : <BrandMark size={44} />}
      <div>
        <h1>{t('app.name')}</h1>
        <p className="muted">{t('login.lead')}</p>
      </div>
    </div>
  )
}
