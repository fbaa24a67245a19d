import { openDialog } from '../../../apps/console/src/platform/pages/index.ts'
import { useText } from '../../../apps/console/src/platform/texts/index.ts'
import { Icon } from '../../../apps/console/src/ui/index.ts'
import { onlineCountDialog } from './online-count.dialog.ts'

export function OnlineCountButton() {
  const t = useText()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('state.online')}
      onClick={() => openDialog(onlineCountDialog, {})}
    >
      <Icon name="online" />
    </button>
  )
}
