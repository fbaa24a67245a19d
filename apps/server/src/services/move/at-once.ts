/** Works on all of them, so many at a time; rejects with the first error when those under way have ended. */
export async function atOnce<Item>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  let failure: { readonly error: unknown } | null = null
  const one = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined && failure === null; next = left.shift()) {
      await work(next).catch((error: unknown) => {
        failure ??= { error }
      })
    }
  }
  await Promise.all(Array.from({ length: limit }, one))
  const failed = failure as { readonly error: unknown } | null
  if (failed !== null) throw failed.error
}
