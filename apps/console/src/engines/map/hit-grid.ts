interface Spot<What> {
  readonly what: What
  readonly x: number
  readonly y: number
}

const cellPx = 64

/** What was drawn where, so that a click finds its vehicle among ten thousand without asking them all. */
export class HitGrid<What> {
  #cells = new Map<number, Spot<What>[]>()

  clear(): void {
    this.#cells.clear()
  }

  add(what: What, x: number, y: number): void {
    const key = cellKey(Math.floor(x / cellPx), Math.floor(y / cellPx))
    const cell = this.#cells.get(key)
    if (cell) cell.push({ what, x, y })
    else this.#cells.set(key, [{ what, x, y }])
  }

  /** The nearest thing within `reachPx`; of equally near ones the one drawn last, which lies on top. */
  nearest(x: number, y: number, reachPx: number): What | null {
    let best: { what: What; distance: number } | null = null
    for (let column = Math.floor((x - reachPx) / cellPx); column <= Math.floor((x + reachPx) / cellPx); column++) {
      for (let row = Math.floor((y - reachPx) / cellPx); row <= Math.floor((y + reachPx) / cellPx); row++) {
        for (const spot of this.#cells.get(cellKey(column, row)) ?? []) {
          const distance = Math.hypot(spot.x - x, spot.y - y)
          if (distance <= reachPx && distance <= (best?.distance ?? reachPx)) best = { what: spot.what, distance }
        }
      }
    }
    return best?.what ?? null
  }

  /** Whether something other than the one at `except` stands in a box or within `aroundPx` of it. */
  anyWithin(
    box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number },
    aroundPx: number,
    except: { readonly x: number; readonly y: number },
  ): boolean {
    const [left, right] = [box.left - aroundPx, box.right + aroundPx]
    const [top, bottom] = [box.top - aroundPx, box.bottom + aroundPx]
    for (let column = Math.floor(left / cellPx); column <= Math.floor(right / cellPx); column++) {
      for (let row = Math.floor(top / cellPx); row <= Math.floor(bottom / cellPx); row++) {
        for (const { x, y } of this.#cells.get(cellKey(column, row)) ?? []) {
          if (x > left && x < right && y > top && y < bottom && (x !== except.x || y !== except.y)) return true
        }
      }
    }
    return false
  }
}

function cellKey(column: number, row: number): number {
  return (column + 32_768) * 65_536 + (row + 32_768)
}
