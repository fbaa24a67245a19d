import { useSession } from '../../engines/channel/index.ts'
import { useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Toasts } from '../../ui/index.ts'
import { offeredPages } from '../offered-pages.ts'
import { pages } from '../pages.ts'
import { Footer } from './footer.tsx'
import { PageRoutes } from './page-routes.tsx'
import './shell.css'
import { TopBar } from './top-bar.tsx'

/** What surrounds every page behind the login. */
export function Shell() {
  const t = useText()
  const mobile = useIsMobile()
  const site = useSite()
  const stale = useFleetState((state) => state.staleSinceMs !== null)
  const { rights } = useSession()
  const offered = offeredPages(pages, rights, site).filter(({ desktopOnly }) => !(mobile && desktopOnly))
  return (
    <div className={mobile ? 'shell mobile' : 'shell'} data-stale={stale || undefined}>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <TopBar pages={offered} />
      <main id="content" className="content" tabIndex={-1}>
        <PageRoutes pages={offered} />
      </main>
      <Footer mapDisabled={!offered.some(({ path }) => path === '/') && !mobile} />
      <Toasts />
    </div>
  )
}
