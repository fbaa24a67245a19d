/** Ends when both are stored; `null` when neither has anything to store. */
export function bothStored(one: Promise<void> | null, other: Promise<void> | null): Promise<void> | null {
  if (one === null || other === null) return one ?? other
  return Promise.all([one, other]).then(() => undefined)
}
