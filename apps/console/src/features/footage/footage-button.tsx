import { openDialog } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { footageDialog } from './footage.dialog.ts'

/** The way to custom download events (SHELL-086, SHELL-089). */
export function FootageButton() {
  const t = useText()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('footage.open')}
      title={t('footage.open')}
      onClick={() => openDialog(footageDialog, {})}
    >
      <Icon name="download" />
    </button>
  )
}
