/** Longest text of a device or a user in an event. */
const LONGEST_MEMO = 500

/** A text as it may be stored with an event. */
export function eventMemo(text: string): string {
  // PostgreSQL cannot store NUL in a text, and a device may send one.
  const memo = text.replaceAll('\0', '')
  // A copy: a slice would keep the whole text in memory, which may be megabytes.
  return memo.length <= LONGEST_MEMO ? memo : Buffer.from(memo.slice(0, LONGEST_MEMO), 'utf16le').toString('utf16le')
}
