import { Link, useLocation } from 'react-router'
import { useText } from '../../platform/texts/index.ts'
import { useMayOpen } from '../../shared/access/index.ts'
import { Icon } from '../../ui/index.ts'

/** LIVE-29, LIVE-30: the way to the random live view, for those who may be there. */
export function RandomLiveButton() {
  const t = useText()
  const { pathname } = useLocation()
  if (!useMayOpen('/rendomliveview')) return null
  return (
    <Link
      className="icon-button"
      to="/rendomliveview"
      aria-label={t('page.randomLive')}
      title={t('page.randomLive')}
      aria-current={pathname === '/rendomliveview' ? 'page' : undefined}
    >
      <Icon name="shuffle" />
    </Link>
  )
}
