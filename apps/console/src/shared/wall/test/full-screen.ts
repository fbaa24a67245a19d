// Stand-in for the full screen of a browser, which happy-dom lacks.

export interface StandInScreen {
  /** As Escape does it: without a word to the page but the event; `silently` without that. */
  leave(silently?: 'silently'): void
  restore(): void
}

export function standInForFullScreen(): StandInScreen {
  let current: Element | null = null
  const set = (element: Element | null, silently = false) => {
    current = element
    if (!silently) document.dispatchEvent(new Event('fullscreenchange'))
  }
  const before = Object.getOwnPropertyDescriptor(document, 'fullscreenElement')
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => current })
  const own = { enter: HTMLElement.prototype.requestFullscreen, leave: document.exitFullscreen }
  HTMLElement.prototype.requestFullscreen = async function enter(this: HTMLElement) {
    set(this)
  }
  document.exitFullscreen = async () => set(null)
  return {
    leave: (silently) => set(null, silently !== undefined),
    restore() {
      if (before) Object.defineProperty(document, 'fullscreenElement', before)
      else Reflect.deleteProperty(document, 'fullscreenElement')
      HTMLElement.prototype.requestFullscreen = own.enter
      document.exitFullscreen = own.leave
    },
  }
}
