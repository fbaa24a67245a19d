const names = ['clientWidth', 'clientHeight'] as const

/** For tests: without layout nothing has a size, and a list shows what is in sight. Gives every element one; answers the way back. */
export function giveElementsSize(px = 600): () => void {
  const before = names.map((name) => Object.getOwnPropertyDescriptor(HTMLElement.prototype, name))
  for (const name of names) Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px })
  return () => {
    for (const [index, name] of names.entries()) {
      const own = before[index]
      if (own) Object.defineProperty(HTMLElement.prototype, name, own)
      else Reflect.deleteProperty(HTMLElement.prototype, name)
    }
  }
}
