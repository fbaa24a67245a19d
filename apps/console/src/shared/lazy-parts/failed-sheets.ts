/**
 * Style sheets of pages that did not come. The loader of the build requests each only once: a page that is fetched again would
 * stand without them.
 */
export class FailedSheets {
  readonly #links = new Set<HTMLLinkElement>()

  constructor(page: Document) {
    // Errors of elements do not bubble: they are seen on their way down.
    page.addEventListener('error', ({ target }) => this.#note(target), { capture: true })
  }

  #note(target: EventTarget | null): void {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') this.#links.add(target)
  }

  /** Fetches them again; rejects when one does not come this time either. */
  async fetchAgain(): Promise<void> {
    const links = [...this.#links]
    this.#links.clear()
    await Promise.all(links.map(replaced))
  }
}

function replaced(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve(), { once: true })
    again.addEventListener('error', () => reject(new Error(`${again.href} did not come`)), { once: true })
    link.replaceWith(again)
  })
}
