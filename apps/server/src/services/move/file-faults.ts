/** Of as many files the names are kept; all are counted. */
const MOST_NAMED = 1_000

/** Files that did not go, or did not arrive as they are. */
export class FileFaults {
  count = 0
  readonly named: { readonly path: string; readonly reason: string }[] = []

  add(path: string, reason: string): void {
    this.count += 1
    if (this.named.length < MOST_NAMED) this.named.push({ path, reason })
  }
}
