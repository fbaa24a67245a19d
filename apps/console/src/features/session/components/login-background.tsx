import { useSite } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { LoginScene } from './login-scene.tsx'

/** What is seen behind the login box: our quiet picture, or a page of the site's own (LOGIN-05). */
export function LoginBackground() {
  const t = useText()
  const { loginFrame } = useSite()
  if (!loginFrame) return <LoginScene />
  return (
    <iframe
      className="login-frame"
      title={t('login.frame')}
      src={loginFrame}
      // It may draw itself and nothing else: it does not know that a login is before it.
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      tabIndex={-1}
    />
  )
}
