const units = ['B', 'KB', 'MB', 'GB'] as const

/** `1.5 GB`: steps of 1024, at most two decimals. */
export function bytesText(bytes: number): string {
  let value = bytes
  let unit = 0
  while (rounded(value) >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${rounded(value)} ${units[unit]}`
}

function rounded(value: number): number {
  return Number(value.toFixed(2))
}
