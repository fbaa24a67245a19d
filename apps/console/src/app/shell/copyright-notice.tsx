import { useText } from '../../platform/texts/index.ts'

/** SHELL-096: there in the deployments that ask for it. */
export function CopyrightNotice() {
  const t = useText()
  return (
    <div className="copyright-notice">
      <p>{t('copyright.owner', { name: t('app.name') })}</p>
      <p className="muted">{t('copyright.licence')}</p>
    </div>
  )
}
