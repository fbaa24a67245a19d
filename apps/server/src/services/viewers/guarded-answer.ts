import { Denial, type WatchedAccess } from './watched-access.ts'
import { type ClosingResponse, whenClosed } from './when-closed.ts'

/** The part of an HTTP response that is needed here. */
interface Response extends ClosingResponse {
  destroy(): unknown
}

/** An HTTP answer that ends when its caller loses the access. */
export interface GuardedAnswer {
  /**
   * Waits for what is sent, which follows at once. A `Denial` as soon as the access is lost instead: what comes later goes
   * to `unused`.
   */
  before<T>(work: Promise<T>, unused?: (late: T) => void): Promise<T | Denial>
}

/** Before the answer is sent a loss of access is a refusal; afterwards the connection is cut, as for a file that broke. */
export function guardAnswer(
  response: Response,
  keep: (denied: (denial: Denial) => void) => WatchedAccess,
): GuardedAnswer {
  let denial: Denial | null = null
  let isSending = false
  let reject: (denial: Denial) => void = () => undefined
  const access = keep((found) => {
    denial = found
    reject(found)
    if (isSending) response.destroy()
  })
  whenClosed(response, () => access.close())
  return {
    async before(work, unused) {
      const lost = new Promise<Denial>((resolve) => (reject = resolve))
      if (denial !== null) reject(denial)
      const first = await Promise.race([lost, work])
      if (first instanceof Denial) {
        // The refusal is on its way: what the work comes to, also a failure, matters to nobody.
        work.then(unused, () => undefined)
        return first
      }
      isSending = true
      return first
    },
  }
}
