import { useLinkLost } from '../../engines/channel/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Icon } from '../../ui/index.ts'

/** Warns that the data on screen are out of date while the link to the server is being restored. */
export function LinkNotice() {
  const t = useText()
  const lost = useLinkLost()
  return (
    <span role="status">
      {lost ? (
        <span className="link-notice" title={t('link.waiting')}>
          <Icon name="warning" size={16} />
          <span className="link-notice-text">{t('link.waiting')}</span>
        </span>
      ) : null}
    </span>
  )
}
