import type { LevelSource } from './level-meter.tsx'

/** A level that meters follow. */
export class Levels {
  readonly #listeners = new Set<(level: number) => void>()

  readonly source: LevelSource = (listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  report(level: number): void {
    for (const listener of this.#listeners) listener(level)
  }
}
