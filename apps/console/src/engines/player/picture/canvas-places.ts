/** With more canvases than these a page on two cores draws late; further pictures take a generated track. */
export const mostCanvases = 9

/** The canvases of one page. */
export class CanvasPlaces {
  #taken = 0

  isFull(): boolean {
    return this.#taken >= mostCanvases
  }

  take(): void {
    this.#taken += 1
  }

  giveBack(): void {
    this.#taken -= 1
  }
}
