import { type ConsolePage, mayOpen, pageOf, redirectsTo } from '@fleetglass/contract/pages'
import { Suspense, useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { type BuiltPage, usePageKey } from '../../platform/pages/index.ts'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { CodeGuard } from '../../shared/lazy-parts/index.ts'
import { useVisitor } from '../../shared/visitor/index.ts'
import { Loading, notify } from '../../ui/index.ts'
import { builtPages } from '../pages.ts'
import { LazyPages } from './lazy-pages.ts'
import { useShownLocation } from './shown-location.ts'

// Not state of a component: React draws a page that failed a second time before it believes it, with new state.
const lazyPages = new LazyPages()

const idlePage = builtPages.find(({ path }) => path === '/idle')

/** The built pages by their address; any other address leads home (SHELL-072). Every redirect replaces (SHELL-078). */
export function PageRoutes() {
  const t = useText()
  const { location, isUnderIdle } = useShownLocation()
  const { pathname } = location
  const key = usePageKey(location)
  // Another login begins without open pages.
  useEffect(() => () => lazyPages.clear(), [])
  // A page that did not come is fetched again when it is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => () => lazyPages.forgetFailures(), [pathname])
  return (
    <CodeGuard resetKey={pathname} onRestart={() => lazyPages.forgetFailures()}>
      <Suspense fallback={<Loading label={t('page.loading')} />}>
        <div className="page-frame" hidden={isUnderIdle}>
          <Routes location={location}>
            {builtPages.map((page) => (
              <Route
                key={page.path}
                path={page.path}
                element={<OnePage key={key} built={page} isHidden={isUnderIdle} />}
              />
            ))}
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </div>
        {isUnderIdle && idlePage ? <OnePage built={idlePage} /> : null}
      </Suspense>
    </CodeGuard>
  )
}

function OnePage({ built, isHidden = false }: { readonly built: BuiltPage; readonly isHidden?: boolean }) {
  const page = pageOf(built.path)
  const visitor = useVisitor()
  useTitle(page, isHidden)
  if (!mayOpen(page, visitor)) return <Refused page={page} to={redirectsTo(page, visitor)} />
  const Page = lazyPages.get(built)
  return <Page />
}

/** Leads away from a page, and shows the reason where the site has a text for it (DASH-04). */
function Refused({ page, to }: { readonly page: ConsolePage; readonly to: string }) {
  const t = useText()
  const { noRightHint } = useSite()
  const ours = page.saysWhy === 'always' ? t('page.noPermission') : ''
  const hint = page.saysWhy ? noRightHint || ours : ''
  useEffect(() => {
    if (hint) notify.error(hint)
  }, [hint])
  return <Navigate to={to} replace />
}

/** SHELL-093. */
function useTitle(page: ConsolePage, isHidden: boolean): void {
  const t = useText()
  const mobile = useIsMobile()
  const title = t((mobile && page.mobileTitleKey) || page.titleKey)
  useEffect(() => {
    if (!isHidden) document.title = `${title} · ${t('app.name')}`
  }, [title, t, isHidden])
}
