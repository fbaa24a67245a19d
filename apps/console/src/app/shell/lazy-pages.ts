import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { BuiltPage } from '../../platform/pages/index.ts'
import { fetchCode } from '../../shared/lazy-parts/index.ts'

/** The pages whose code was requested. */
export class LazyPages {
  readonly #pages = new Map<BuiltPage, LazyExoticComponent<ComponentType>>()
  readonly #failed = new Set<BuiltPage>()

  /** A page as a component, the same one each time: React takes another one for another page. */
  get(page: BuiltPage): LazyExoticComponent<ComponentType> {
    const known = this.#pages.get(page)
    if (known) return known
    const made = lazy(async () => {
      try {
        const { Page } = await fetchCode(page.load)
        return { default: Page }
      } catch (cause) {
        this.#failed.add(page)
        throw cause
      }
    })
    this.#pages.set(page, made)
    return made
  }

  /** React remembers that a page's code did not come: starting the page again fetches it again. */
  forgetFailures(): void {
    for (const page of this.#failed) this.#pages.delete(page)
    this.#failed.clear()
  }

  clear(): void {
    this.#pages.clear()
    this.#failed.clear()
  }
}
