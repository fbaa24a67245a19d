import { moveCameraSchema, PTZ_LIMIT_MS, ptzAccess, ptzPath } from '@fleetglass/contract/ptz'
import type { FastifyInstance } from 'fastify'
import type { Account, AccountWatch, Authenticator } from '../../platform/account/index.ts'
import type { Clock, Timer } from '../../platform/clock/index.ts'
import { addCall } from '../../platform/http/index.ts'
import { type Cameras, moveCamera } from './move-camera.ts'

/** `POST /gkdevice/ptz`: moves a camera without a link of the main channel (API1-58). */
export function ptzRoutes(
  fastify: FastifyInstance,
  deps: Cameras & { readonly authenticator: Authenticator & AccountWatch; readonly clock: Clock },
): void {
  const callers = createCallers(deps)
  fastify.addHook('onClose', async () => {
    callers.close()
    // While the devices are still there to be told: the gateway ends after this.
    await deps.mover.close()
  })
  addCall(fastify, deps.authenticator, {
    method: 'POST',
    path: ptzPath,
    access: ptzAccess,
    body: moveCameraSchema,
    async handle({ account, body }) {
      const move = { deviceId: body.deviceid, channel: body.channel, word: body.cmd }
      await moveCamera(deps, { account, who: callers.whoIs(account) }, move)
      return { hasError: false, message: '' }
    },
  })
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
function createCallers({ clock, mover, authenticator }: Parameters<typeof ptzRoutes>[1]) {
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
