import { can } from '@fleetglass/contract/access'
import { footageAccess } from '@fleetglass/contract/footage'
import { useSession } from '../../engines/channel/index.ts'
import { shellModal } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** The way to custom download events (SHELL-086, SHELL-089). */
export function FootageButton() {
  const t = useText()
  if (!can(useSession().rights, footageAccess)) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('footage.open')}
      title={t('footage.open')}
      onClick={() => shellModal.setState({ kind: 'footage' }, true)}
    >
      <Icon name="download" />
    </button>
  )
}
