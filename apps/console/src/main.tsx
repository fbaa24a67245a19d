import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { Router } from './app/router.tsx'
import { startServices } from './app/services.ts'
import './ui/base.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const services = await startServices(window)
createRoot(root).render(
  <StrictMode>
    <Providers services={services}>
      <Router />
    </Providers>
  </StrictMode>,
)
// After the first picture: a first visit redirects because nothing is stored yet (LOGIN-48).
services.login.startUp()
