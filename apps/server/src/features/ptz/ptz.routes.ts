import { moveCameraSchema, PTZ_LIMIT_MS, ptzAccess, ptzPath } from '@fleetglass/contract/ptz'
import type { CallerWatch } from '../../platform/access-policy/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { Account } from '../../services/directory/index.ts'
import type { CameraMover } from './camera-mover.ts'
import { type Cameras, moveCamera } from './move-camera.ts'

/** `POST /gkdevice/ptz`: moves a camera without a link of the main channel (API1-58). */
export const ptzEndpoints = (cameras: Cameras, callers: Callers): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: ptzPath,
    access: ptzAccess,
    audit: 'Moved the camera on channel {channel} of device {deviceid}',
    body: moveCameraSchema,
    async handle({ account, body }) {
      const move = { deviceId: body.deviceid, channel: body.channel, word: body.cmd }
      await moveCamera(cameras, { account, who: callers.whoIs(account) }, move)
      return { hasError: false, message: '' }
    },
  }),
]

/** Accounts that moved cameras by calls. */
export interface Callers {
  whoIs(account: Account): symbol
  close(): void
}

interface Caller {
  readonly who: symbol
  readonly watch: { close(): void }
  forget: Timer
}

/**
 * A call has no link that could break: what an account moves by calls stops when the account is changed or removed. Each is
 * remembered for as long as something it moved could still move, so there are at most as many as accounts.
 */
export function createCallers({
  clock,
  mover,
  authenticator,
}: {
  readonly clock: Clock
  readonly mover: CameraMover
  readonly authenticator: CallerWatch
}): Callers {
  const callers = new Map<number, Caller>()
  const forget = (accountId: number): void => {
    callers.get(accountId)?.watch.close()
    callers.delete(accountId)
  }
  return {
    whoIs(account: Account): symbol {
      const forgetLater = clock.after(PTZ_LIMIT_MS, () => forget(account.id))
      const known = callers.get(account.id)
      if (known !== undefined) {
        known.forget.cancel()
        known.forget = forgetLater
        return known.who
      }
      const who = Symbol('caller')
      const watch = authenticator.onChange(account, () => mover.stopAll(who))
      callers.set(account.id, { who, watch, forget: forgetLater })
      return who
    },
    close() {
      for (const [accountId, { forget: timer }] of [...callers]) {
        timer.cancel()
        forget(accountId)
      }
    },
  }
}
