// Runs inside a page: how long its frames take while it is moved.

export interface Frames {
  start(): void
  /** Milliseconds between the frames since `start`. */
  stop(): number[]
}

declare global {
  interface Window {
    mapFrames: Frames
  }
}

/** Must stand alone: it is sent to the page as text. */
export function watchFrames(): void {
  let gaps: number[] = []
  let lastMs = 0
  let running = false
  const tick = (nowMs: number): void => {
    if (!running) return
    if (lastMs > 0) gaps.push(nowMs - lastMs)
    lastMs = nowMs
    requestAnimationFrame(tick)
  }
  window.mapFrames = {
    start() {
      gaps = []
      lastMs = 0
      running = true
      requestAnimationFrame(tick)
    },
    stop() {
      running = false
      return gaps
    },
  }
}
