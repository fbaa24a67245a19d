import { openDialog } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'
import { streamStatusDialog } from './stream-status.dialog.ts'

/** The status icon of the bar. */
export function StreamStatusButton() {
  const t = useText()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('status.open')}
      title={t('status.open')}
      onClick={() => openDialog(streamStatusDialog, {})}
    >
      <Icon name="server" />
    </button>
  )
}
