import type { Session } from '../../engines/channel/index.ts'
import type { Clock } from '../../platform/clock/index.ts'
import type { LoginCalls } from './session.calls.ts'

/** How long a login waits for the cookie; without it the pages open nevertheless, and their first requests are refused. */
const COOKIE_PATIENCE_MS = 10_000

/**
 * The cookie that GETs need, requested before the user counts as logged in, so that no page sends a request without it (API0-05). A
 * server that sets none, or takes too long, does not block the login.
 */
export function cookieOfSession(deps: {
  readonly calls: Pick<LoginCalls, 'openSession'>
  readonly clock: Clock
  readonly log: (text: string) => void
}): (session: Session) => Promise<void> {
  return async ({ userName, passwordHash }) => {
    const opened = deps.calls.openSession({ user: userName, passwordHash })
    const patience = new Promise<string>((resolve) =>
      deps.clock.after(COOKIE_PATIENCE_MS, () => resolve('the server took too long')),
    )
    const fault = await Promise.race([opened, patience])
    if (fault !== null) deps.log(`no session of the browser: ${fault}`)
  }
}
