/** The address of the recordings of a device, whose id comes encoded. */
export function playbackAddress(encodedId: string): string {
  return `/splayback/${encodedId}`
}
