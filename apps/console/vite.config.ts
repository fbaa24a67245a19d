import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed } from './vite/compressed.plugin.ts'
import { logicalSides } from './vite/logical-sides.plugin.ts'
import { serviceWorker } from './vite/service-worker.plugin.ts'
import { themes } from './vite/themes.plugin.ts'
import { world } from './vite/world.plugin.ts'

const server = process.env.FLEETGLASS_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), themes(), logicalSides(), world(), serviceWorker(), compressed()],
  build: {
    target: 'es2022',
    manifest: 'asset-manifest.json',
    // The map library is one large chunk by nature; it is loaded with the map page only.
    chunkSizeWarningLimit: 1500,
    // How long each plugin took is of no use to whoever starts a server.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  worker: { format: 'es' },
  server: {
    host: '127.0.0.1',
    proxy: {
      '^/(gkserver|gkdevice|gkcommon|gkmileage|api|i18n|healthz|readyz)(/|$)': { target: server },
    },
  },
})
