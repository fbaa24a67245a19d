/** Offsets from UTC that there are, in seconds: whole hours, and those with a half or three quarters. */
export const zoneOffsetsS: readonly number[] = [
  ...Array.from({ length: 27 }, (_, at) => at - 12),
  ...[-9.5, -3.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75],
]
  .sort((a, b) => a - b)
  .map((hours) => hours * 3600)

/** `UTC+05:30`. */
export function zoneText(offsetS: number): string {
  const minutes = Math.abs(Math.round(offsetS / 60))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `UTC${offsetS < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
