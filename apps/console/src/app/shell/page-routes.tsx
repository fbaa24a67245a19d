import { type ConsolePage, mayOpen, pageOf, refusedTo } from '@fleetglass/contract/pages'
import { Suspense, useCallback, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import { useVisitor } from '../../engines/access/index.ts'
import { onLinkBack, useChannel } from '../../engines/channel/index.ts'
import type { BuiltPage } from '../../platform/pages/index.ts'
import { useIsMobile, useSite } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, notify, PageGuard } from '../../ui/index.ts'
import { builtPages } from '../pages.ts'
import { LazyPages } from './lazy-pages.ts'

// Not state of a component: React draws a page that failed a second time before it believes it, with new state.
const lazyPages = new LazyPages()

/** The built pages by their address; any other address leads home (SHELL-072). Every redirect replaces (SHELL-078). */
export function PageRoutes() {
  const t = useText()
  const { pathname } = useLocation()
  const channel = useChannel()
  const onChance = useCallback((act: () => void) => onLinkBack(channel, act), [channel])
  // Another login begins with pages that nobody has opened.
  useEffect(() => () => lazyPages.clear(), [])
  return (
    <PageGuard resetKey={pathname} onChance={onChance} onRestart={() => lazyPages.forgetFailures()}>
      <Suspense fallback={<Loading label={t('page.loading')} />}>
        <Routes>
          {builtPages.map((page) => (
            <Route key={page.path} path={page.path} element={<OnePage built={page} />} />
          ))}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </Suspense>
    </PageGuard>
  )
}

function OnePage({ built }: { readonly built: BuiltPage }) {
  const page = pageOf(built.path)
  const visitor = useVisitor()
  useTitle(page)
  if (!mayOpen(page, visitor)) return <Refused page={page} to={refusedTo(page, visitor)} />
  const Page = lazyPages.get(built)
  return <Page />
}

/** Leads away from a page, and says why where the site has a sentence for it (DASH-04). */
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
function useTitle(page: ConsolePage): void {
  const t = useText()
  const mobile = useIsMobile()
  const title = t((mobile && page.mobileTitleKey) || page.titleKey)
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
}
