import type { Clock } from '../clock/index.ts'
import { storageKeys, tabStore } from '../storage/index.ts'
import { type Admission, type Arrival, decideAdmission } from './admission.ts'

/** Checks once at page load; a tab that came in by the entrance may load its inner pages again (SHELL-126). */
export function arrive(page: Window & typeof globalThis, site: Arrival['site'], clock: Clock): Admission {
  const tab = tabStore()
  const admission = decideAdmission({
    path: page.location.pathname,
    nowMs: clock.nowMs(),
    cameInBy: tab.get(storageKeys.entrance),
    hasWebgl: () => hasWebgl(page.document),
    site,
  })
  if (site.entrance && admission.kind !== 'elsewhere') tab.set(storageKeys.entrance, site.entrance)
  return admission
}

function hasWebgl(page: Document): boolean {
  const canvas = page.createElement('canvas')
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  // Browsers keep few of them; this one is of no further use.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
