/** Parts of a device that have numbers, from 1. */
export type NumberedPart = 'channel' | 'disk'

/** The text of an event about some parts: `channel 1, 3` for bits 0 and 2; empty for none. */
export function numberedMemo(part: NumberedPart, bits: number): string {
  const numbers = Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => bits & (1 << bit))
  return numbers.length === 0 ? '' : `${part} ${numbers.map((bit) => bit + 1).join(', ')}`
}

/** The numbers in a text of `numberedMemo`; none in any other text, whatever digits it has. */
export function numbersOfMemo(part: NumberedPart, memo: string): number[] {
  const [, listed] = new RegExp(`^${part} (\\d{1,2}(?:, \\d{1,2})*)$`).exec(memo) ?? []
  return listed === undefined ? [] : listed.split(', ').map(Number)
}
