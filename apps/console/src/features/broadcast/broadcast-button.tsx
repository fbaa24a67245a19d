import { openDialog } from '../../platform/pages/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useMayBroadcast } from '../../shared/access/index.ts'
import { Icon } from '../../ui/index.ts'
import { broadcastDialog } from './broadcast.dialog.ts'

/** The way to the broadcast, for who may where the site has it (BCST-04, BCST-05). */
export function BroadcastButton() {
  const t = useText()
  if (!useMayBroadcast()) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('broadcast.open')}
      title={t('broadcast.open')}
      onClick={() => openDialog(broadcastDialog, {})}
    >
      <Icon name="broadcast" />
    </button>
  )
}
