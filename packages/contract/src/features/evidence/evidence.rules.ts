/** Channels of a package. */
export const EVIDENCE_CHANNELS = 16
/** Seconds of a package: six hours, some 20 GB of eight channels. */
export const EVIDENCE_S_MAX = 6 * 3600
/** Characters. */
export const EVIDENCE_REASON_MAX = 500
/** Packages that wait or are made, of one account and of all. */
export const EVIDENCE_WAITING_AN_ACCOUNT = 5
export const EVIDENCE_WAITING_IN_ALL = 50
/** Characters of the name of who receives a share link. */
export const EVIDENCE_RECEIVER_MAX = 80
/** Share links of a package that still open it. */
export const SHARES_OF_PACKAGE_MAX = 20
/** Packages that are stored. */
export const EVIDENCE_MAX = 10_000

/** The name under which a package is downloaded: device and start, in UTC. */
export function evidenceFileName(deviceId: string, startS: number): string {
  const time = new Date(startS * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  return `evidence-${deviceId.replaceAll(/[^A-Za-z0-9._-]/g, '_')}-${time}Z.zip`
}
