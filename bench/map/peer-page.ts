// What the map is compared with: the same script with Leaflet, one marker a vehicle as its makers teach it. It has no ground
// to draw, does not group, and its vehicles hop from fix to fix, which is all in its favour.
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

interface Marker {
  setLatLng(place: readonly [number, number]): Marker
  addTo(map: object): Marker
}

/** What is used of Leaflet, which comes without types. */
interface Leaflet {
  map(container: string, options: object): { setView(center: readonly [number, number], zoom: number): object }
  divIcon(options: object): object
  marker(place: readonly [number, number], options: object): Marker
}

declare global {
  interface Window {
    L: Leaflet
  }
}

const require = createRequire(import.meta.url)

/** Shows the fleet of the peer in a blank page; nothing is fetched. */
export async function openPeer(page: Page, about: { vehicles: number; changesPerS: number }): Promise<void> {
  await page.setContent('<div id="map"></div>')
  await page.addStyleTag({ path: require.resolve('leaflet/dist/leaflet.css') })
  await page.addStyleTag({
    content: `body { margin: 0 } #map { height: 100vh }
      .vehicle { border-radius: 50%; border: 2px solid #fff; background: #00795a; box-sizing: border-box }`,
  })
  await page.addScriptTag({ path: require.resolve('leaflet/dist/leaflet.js') })
  await page.evaluate(drawPeer, about)
}

/** Must stand alone: it is sent to the page as text. */
function drawPeer({ vehicles, changesPerS }: { vehicles: number; changesPerS: number }): void {
  const { L } = window
  const map = L.map('map', { preferCanvas: false }).setView([23.8, 121], 9)
  const icon = L.divIcon({ className: 'vehicle', iconSize: [22, 22] })
  const markers = Array.from({ length: vehicles }, () => {
    const place: [number, number] = [23.8 + (Math.random() - 0.5) * 2, 121 + (Math.random() - 0.5) * 3]
    return { place, shown: L.marker(place, { icon }).addTo(map) }
  })
  let next = 0
  setInterval(() => {
    for (let count = 0; count < changesPerS / 2; count++) {
      const marker = markers[next++ % markers.length]
      if (!marker) continue
      marker.place[0] += (Math.random() - 0.5) / 500
      marker.place[1] += (Math.random() - 0.5) / 500
      marker.shown.setLatLng(marker.place)
    }
  }, 500)
}
