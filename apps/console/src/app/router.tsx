import { landingPath } from '@fleetglass/contract/pages'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { loginFlag, useChannelState, useMaybeSession } from '../engines/channel/index.ts'
import { loadLoginPage, useLoginState } from '../features/session/index.ts'
import { useIsMobile, useLanguages, usePreferences } from '../platform/preferences/index.ts'
import { storageKeys } from '../platform/storage/index.ts'
import { loadPageTexts, useText } from '../platform/texts/index.ts'
import { lazyPart } from '../shared/lazy-parts/index.ts'
import { useVisitor } from '../shared/visitor/index.ts'
import { Loading } from '../ui/page-state.tsx'
import { redirectToLogin, requestedAddress } from './redirect.ts'

const LoginPage = lazyPart(async () => ({ default: (await loadLoginPage()).Page }))
const loadShell = async () => {
  const [{ Shell }] = await Promise.all([import('./shell/shell.tsx'), loadPageTexts()])
  return { default: Shell }
}
const Shell = lazyPart(loadShell)

export function Router() {
  const t = useText()
  // What the page was opened with; from the first login on it is no longer used.
  const [requested, setRequested] = useState(() => requestedAddress(window.location))
  const forget = useCallback(() => setRequested(null), [])
  return (
    <BrowserRouter>
      <Suspense fallback={<Loading label={t('page.loading')} />}>
        <Routes>
          <Route path="/login" element={<Login requested={requested} />} />
          <Route path="*" element={<Inside onInside={forget} />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  )
}

/** The login page, left once a user is logged in. */
function Login({ requested }: { readonly requested: string | null }) {
  const session = useMaybeSession()
  const loggingIn = useChannelState(({ kind }) => kind === 'connecting' || kind === 'authenticating')
  const { languages } = usePreferences()
  useEffect(() => {
    if (!loggingIn) return
    // Code and texts come while the server answers. A failure is shown where the shell is drawn, which loads them again.
    loadShell().catch(() => undefined)
    void languages.loadPages()
  }, [loggingIn, languages])
  return session ? <Landing requested={requested} /> : <LoginPage />
}

/** The requested page, or the landing page (LOGIN-08 … 10). */
function Landing({ requested }: { readonly requested: string | null }) {
  const t = useText()
  const visitor = useVisitor()
  // A change of the address keeps what is on screen until the page behind it can be drawn: that must not be a blank one.
  return (
    <>
      <Loading label={t('page.loading')} />
      <Navigate to={requested ?? landingPath(visitor)} replace />
    </>
  )
}

/** Everything behind the login, under the redirect rule (SHELL-073 … 078). */
function Inside({ onInside }: { readonly onInside: () => void }) {
  const t = useText()
  const { store, languages } = usePreferences()
  const { forPages } = useLanguages()
  const flag = useChannelState(loginFlag)
  // The start may find that the stored flag promises too much, and take it back (LOGIN-46): the rule is evaluated again then.
  useLoginState()
  const session = useMaybeSession()
  const mobile = useIsMobile()
  const inside = session !== null
  useEffect(() => {
    if (!inside) return
    onInside()
    void languages.loadPages()
  }, [inside, onInside, languages])
  const target = redirectToLogin({
    path: window.location.pathname,
    autoLogin: store.get(storageKeys.autoLogin),
    loginFlag: flag,
  })
  if (target) return <Navigate to={target} replace />
  // Auto-login under way: the page stays where it is and shows no device data yet (SHELL-076). No page is drawn twice for its words.
  if (!session || !forPages) return <Loading label={t('page.loading')} />
  return <Shell key={mobile ? 'mobile' : 'desktop'} />
}
