/** Ids as people order them: `dev2` before `dev10`, capital letters as small ones. */
export function inNaturalOrder(ids: Iterable<string>): string[] {
  const keyed = Array.from(ids, (id) => ({ id, key: naturalKey(id) }))
  keyed.sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id))
  return keyed.map(({ id }) => id)
}

/** A number is led by how many digits it has: so plain text order is the order of numbers, and far faster than a collator. */
function naturalKey(id: string): string {
  return id.toLowerCase().replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '')
    return String.fromCharCode(number.length) + number
  })
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
