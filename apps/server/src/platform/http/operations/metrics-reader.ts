import type { Metrics } from '../../metrics/index.ts'
import { isSameSecret } from '../../secret-text/index.ts'

export interface MetricsReaderOptions {
  readonly source: Pick<Metrics, 'text' | 'contentType'>
  /** `open`: anyone; an empty token: no caller. */
  readonly access: 'open' | { readonly token: string }
  /** How long a text is reused; left out: a second. */
  readonly reusedMs?: number | undefined
}

/** The text of the metrics, made at most once a second however many ask, because each making goes through every device. */
export interface MetricsReader {
  readonly contentType: string
  admits(authorization: string | undefined): boolean
  text(): Promise<string>
}

const REUSED_MS = 1_000

export function createMetricsReader({ source, access, reusedMs = REUSED_MS }: MetricsReaderOptions): MetricsReader {
  let latest: Promise<string> | null = null
  let madeMs = 0
  return {
    contentType: source.contentType,
    admits: (authorization) =>
      access === 'open' || (access.token !== '' && isSameSecret(authorization ?? '', `Bearer ${access.token}`)),
    async text() {
      // The time of the process: a clock that a test moves does not age what it reads.
      const nowMs = performance.now()
      if (latest === null || nowMs - madeMs >= reusedMs) {
        madeMs = nowMs
        latest = source.text()
        latest.catch(() => (latest = null))
      }
      return await latest
    },
  }
}
