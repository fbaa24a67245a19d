import { lazy, StrictMode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Barred } from './app/barred.tsx'
import { Providers } from './app/providers.tsx'
import { Router } from './app/router.tsx'
import { type Services, startServices } from './app/services.ts'
import { arrive } from './platform/admission/index.ts'
import { registerServiceWorker } from './platform/build/index.ts'
import { loadMapsScript } from './platform/maps-script/index.ts'
import './ui/base.css'
import './ui/rtl.css'

const NewBuild = lazy(async () => ({ default: (await import('./app/new-build.tsx')).NewBuild }))

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
const services = await startServices(window)
const { site, clock } = services.preferences
const admission = arrive(window, site, clock)
switch (admission.kind) {
  case 'elsewhere':
    window.location.replace(admission.address)
    break
  case 'trial-over':
    root.render(<Barred reason="trial.over" />)
    break
  case 'no-webgl':
    root.render(<Barred reason="webgl.missing" />)
    break
  case 'admitted':
    showConsole(root, services)
}

function showConsole(root: Root, services: Services): void {
  const { site, log } = services.preferences
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
