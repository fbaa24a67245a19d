import { useFleetState } from '../../engines/fleet/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Toasts } from '../../ui/index.ts'
import { contributionsOf } from '../pages.ts'
import { Footer } from './footer/footer.tsx'
import { PageRoutes } from './page-routes.tsx'
import { PrintArea } from './print-area.tsx'
import './shell.css'
import './fitting.css'
import './modals.css'
import { ShellDialogs } from './shell-dialogs.tsx'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const besidePages = contributionsOf('besidePages')

/** What surrounds every page behind the login. */
export function Shell() {
  const t = useText()
  const mobile = useIsMobile()
  const stale = useFleetState((state) => state.staleSinceMs !== null)
  useShortcuts()
  return (
    <div className={mobile ? 'shell mobile' : 'shell'} data-stale={stale || undefined}>
      <a className="skip" href="#content">
        {t('app.skip')}
      </a>
      <TopBar />
      <main id="content" className="content" tabIndex={-1}>
        <PageRoutes />
      </main>
      <Footer />
      <ShellDialogs />
      <Toasts />
      {besidePages.map((Part, index) => (
        <Part key={Part.displayName ?? index} />
      ))}
      <PrintArea />
    </div>
  )
}
