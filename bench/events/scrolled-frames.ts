// Scrolls a table at a steady speed, as a hand on a scroll bar does, and counts what its frames show and take.
import type { Page } from '@playwright/test'

export interface ScrolledFrames {
  /** Milliseconds between the frames. */
  readonly gapsMs: readonly number[]
  /** Frames in whose middle no row was drawn, neither a loaded nor a waiting one. */
  readonly blank: number
  /** Frames in whose middle a row was waiting for the server. */
  readonly waiting: number
}

export interface Scrolling {
  /** CSS selector of the element that scrolls. */
  readonly box: string
  readonly pxPerS: number
  readonly seconds: number
}

export async function scrolledFrames(page: Page, scrolling: Scrolling): Promise<ScrolledFrames> {
  return page.evaluate(scrollAndWatch, scrolling)
}

/** Must stand alone: it is sent to the page as text. */
function scrollAndWatch({ box: selector, pxPerS, seconds }: Scrolling): Promise<ScrolledFrames> {
  const box = document.querySelector(selector)
  if (!box) throw new Error(`${selector} is not on the page`)
  const { left, top, width, height } = box.getBoundingClientRect()
  const gapsMs: number[] = []
  let [blank, waiting] = [0, 0]
  // Asked before the frame scrolls further: this is what the frame before has shown.
  const lookAtMiddle = (): void => {
    const row = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('tr')
    if (!row?.hasAttribute('data-row')) blank++
    else if (row.querySelector('.skeleton')) waiting++
  }
  return new Promise((resolve) => {
    let startMs = 0
    let lastMs = 0
    const tick = (nowMs: number): void => {
      if (lastMs > 0) {
        gapsMs.push(nowMs - lastMs)
        lookAtMiddle()
      } else startMs = nowMs
      lastMs = nowMs
      if (nowMs - startMs >= seconds * 1000) {
        resolve({ gapsMs, blank, waiting })
        return
      }
      box.scrollTop = ((nowMs - startMs) / 1000) * pxPerS
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
}
