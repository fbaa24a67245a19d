/** The address of GPS playback for a device, and for a day (YYYY-MM-DD) and a moment of it where these are meant. */
export function gpsPlaybackAddress(
  deviceId: string,
  at?: { readonly day: string; readonly atS: number | null },
): string {
  const query = new URLSearchParams({ device: deviceId })
  if (at) query.set('day', at.day)
  if (at && at.atS !== null) query.set('at', String(at.atS))
  return `/gpsplayback?${query}`
}
