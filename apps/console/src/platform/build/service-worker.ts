/**
 * SHELL-132: hands the files of the build to a service worker, which caches them for the next visit. Only where the browser
 * has one: not on plain http.
 */
export async function registerServiceWorker(page: Window, log: (text: string) => void): Promise<void> {
  const { serviceWorker } = page.navigator as { readonly serviceWorker?: ServiceWorkerContainer }
  try {
    await serviceWorker?.register('/service-worker.js')
  } catch (cause) {
    log(`service worker: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}
