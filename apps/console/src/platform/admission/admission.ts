import { sha256Hex } from '../sha256/index.ts'

/** SHELL-128: when a trial ends, unix seconds. */
const TRIAL_ENDS_S = 1_556_668_800

/** SHELL-126: where those go who did not find the entrance, when the site names no other address. */
const SEARCH_ENGINE = 'https://www.google.com/'

/** What the page knows of itself before anything is drawn. */
export interface Arrival {
  /** The path of the page's address. */
  readonly path: string
  readonly nowMs: number
  /** The entrance that this tab of the browser has come in by before; null for none. */
  readonly cameInBy: string | null
  readonly hasWebgl: () => boolean
  readonly site: {
    /** The upper-case SHA-256 hex of the path that lets in; left out: any path does. */
    readonly entrance?: string | undefined
    readonly entranceRedirect?: string | undefined
    readonly trial: boolean
  }
}

export type Admission =
  | { readonly kind: 'admitted' }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'trial-over' }
  | { readonly kind: 'no-webgl' }

/** Whether the console is shown at all (SHELL-123 … 131). */
export function decideAdmission({ path, nowMs, cameInBy, hasWebgl, site }: Arrival): Admission {
  const { entrance, entranceRedirect, trial } = site
  if (entrance && cameInBy !== entrance && sha256Hex(path) !== entrance.toUpperCase()) {
    return { kind: 'elsewhere', address: entranceRedirect || SEARCH_ENGINE }
  }
  if (trial && nowMs >= TRIAL_ENDS_S * 1000) return { kind: 'trial-over' }
  return hasWebgl() ? { kind: 'admitted' } : { kind: 'no-webgl' }
}
