import { useText } from '../../platform/texts/index.ts'

/** SHELL-096: shown in the deployments that enable it. */
export function CopyrightNotice() {
  const t = useText()
  return (
    <div className="copyright-notice">
      <p>{t('copyright.owner', { name: t('app.name') })}</p>
      <p className="muted">{t('copyright.licence')}</p>
    </div>
  )
}
