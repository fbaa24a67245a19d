import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { enter, standAloneVisit } from './app/entrance.tsx'
import { Providers } from './app/providers.tsx'
import { Router } from './app/router.tsx'
import { startPreferences, startServices } from './app/services.ts'
import { registerServiceWorker } from './platform/build/index.ts'
import { loadMapsScript } from './platform/maps-script/index.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/touch.css'
import './ui/rtl.css'

const NewBuild = lazy(async () => ({ default: (await import('./app/new-build.tsx')).NewBuild }))

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const visit = standAloneVisit(window)
const preferences = await startPreferences(window)
await enter({ page: window, root, preferences, visit, showConsole })

function showConsole(): void {
  const services = startServices(window, preferences)
  const { site, log } = preferences
  root.render(
    <StrictMode>
      <Providers services={services}>
        <Router />
        <Suspense fallback={null}>
          <NewBuild />
        </Suspense>
      </Providers>
    </StrictMode>,
  )
  // After the first picture: a first visit redirects because nothing is stored yet (LOGIN-48).
  void services.login.startUp()
  loadMapsScript(document, site, log)
  if (import.meta.env.PROD) void registerServiceWorker(window, log)
}
