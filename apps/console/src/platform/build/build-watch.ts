import type { Clock } from '../clock/index.ts'

/** SHELL-134. */
const PERIOD_MS = 10 * 60_000

export interface BuildWatch {
  /** Looks now: a part of the running build could not be had. */
  look(): void
  close(): void
}

/**
 * Looks at the start and then every ten minutes whether the server has another build than the one that runs, and reports it
 * once. A server that does not answer is checked again at the next turn.
 */
export function watchBuild(deps: {
  readonly clock: Clock
  /** The main script of the page. */
  readonly running: string
  /** The content of `/asset-manifest.json`; null when the server cannot be reached. */
  readonly ask: () => Promise<unknown>
  readonly found: () => void
}): BuildWatch {
  let over = false
  const look = async (): Promise<void> => {
    const newest = mainScriptOf(await deps.ask())
    if (over || newest === null || newest === deps.running) return
    close()
    deps.found()
  }
  const timer = deps.clock.every(PERIOD_MS, () => void look())
  const close = (): void => {
    over = true
    timer.cancel()
  }
  void look()
  return { look: () => void look(), close }
}

/** The path of the entry script that a manifest names; null for what is no manifest of a build. */
export function mainScriptOf(manifest: unknown): string | null {
  if (typeof manifest !== 'object' || manifest === null) return null
  for (const entry of Object.values(manifest)) {
    const { isEntry, file } = (entry ?? {}) as { readonly isEntry?: unknown; readonly file?: unknown }
    if (isEntry === true && typeof file === 'string') return `/${file}`
  }
  return null
}

/** The path of the script that the page began with; null where it was not built. */
export function runningScript(page: Document): string | null {
  const script = page.querySelector('script[type=module][src]')?.getAttribute('src')
  return script?.startsWith('/assets/') ? script : null
}
