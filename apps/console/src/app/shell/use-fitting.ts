import { type RefObject, useLayoutEffect } from 'react'

/** What the bar does without, the least missed first; `fitting.css` has what each of them means. */
const dispensable = ['space', 'clock', 'other-pages', 'menus', 'names', 'choices', 'words'] as const

/**
 * Keeps a bar within its place in any language: `data-without` grows until nothing overflows. It is measured when the bar or
 * something in it changes its size, and never for each frame.
 */
export function useFitting(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const sizes = new ResizeObserver(() => fit(element))
    const watch = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
    }
    const parts = new MutationObserver(watch)
    parts.observe(element, { childList: true })
    watch()
    return () => {
      sizes.disconnect()
      parts.disconnect()
    }
  }, [bar])
}

function fit(bar: HTMLElement): void {
  for (let count = 0; count <= dispensable.length; count += 1) {
    bar.dataset.without = dispensable.slice(0, count).join(' ')
    if (bar.scrollWidth <= bar.clientWidth) return
  }
}
