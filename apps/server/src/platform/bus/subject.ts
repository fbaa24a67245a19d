/** Throws for what is not a subject to publish to: words of printable signs between dots, without wildcards. */
export function checkSubject(subject: string): void {
  if (!/^[^\s*>.]+(?:\.[^\s*>.]+)*$/.test(subject)) throw new RangeError(`${JSON.stringify(subject)} is no subject`)
}

/** Throws for what is not a pattern: a subject whose words may be `*`, and whose last word may be `>`. */
export function checkPattern(pattern: string): void {
  if (!/^(?:(?:\*|[^\s*>.]+)\.)*(?:\*|>|[^\s*>.]+)$/.test(pattern)) {
    throw new RangeError(`${JSON.stringify(pattern)} is no pattern`)
  }
}
