import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import type { PageDescriptor } from '../../platform/pages/index.ts'
import { useIsMobile } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { Loading, PageGuard, PageState } from '../../ui/index.ts'

const lazyPages = new Map<PageDescriptor, LazyExoticComponent<ComponentType>>()

/** The offered pages by their address; any other address leads to the first of them (SHELL-072, MAP-47). */
export function PageRoutes({ pages }: { readonly pages: readonly PageDescriptor[] }) {
  const t = useText()
  const { pathname } = useLocation()
  const first = pages.find(({ nav }) => nav)?.nav?.to
  if (first === undefined) return <PageState icon="user" title={t('page.noRightTitle')} hint={t('page.noRightHint')} />
  return (
    <PageGuard resetKey={pathname}>
      <Suspense fallback={<Loading label={t('page.loading')} />}>
        <Routes>
          {pages.map((page) => (
            <Route key={page.path} path={page.path} element={<OnePage page={page} />} />
          ))}
          <Route path="*" element={<Navigate to={first} replace />} />
        </Routes>
      </Suspense>
    </PageGuard>
  )
}

function OnePage({ page }: { readonly page: PageDescriptor }) {
  const t = useText()
  const mobile = useIsMobile()
  const title = t((mobile && page.mobileTitleKey) || page.titleKey)
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title, t])
  const Page = lazyPage(page)
  return <Page />
}

function lazyPage(page: PageDescriptor): LazyExoticComponent<ComponentType> {
  const known = lazyPages.get(page)
  if (known) return known
  const made = lazy(async () => ({ default: (await page.load()).Page }))
  lazyPages.set(page, made)
  return made
}
