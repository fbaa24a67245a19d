import { decodeRange } from '@fleetglass/contract/devices'
import {
  mileageAccess,
  mileageDaysPath,
  mileageDaysRequestSchema,
  mileagePath,
  mileageRequestSchema,
  TRIP,
} from '@fleetglass/contract/tracks'
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/account/index.ts'
import type { MainChannel } from '../../platform/channel/index.ts'
import { addCall, JsonArray } from '../../platform/http/index.ts'
import { refused } from '../../platform/refusal/index.ts'
import type { StreamGate } from '../../services/viewers/index.ts'
import { whileAllowed } from './kept-track.ts'
import type { MileageSummary } from './mileage.service.ts'

/** A device, how it is now, and what it did in a range; and what devices did day by day. */
export function mileageRoutes(
  fastify: FastifyInstance,
  {
    authenticator,
    gate,
    mileage,
  }: {
    readonly authenticator: Authenticator
    readonly gate: Pick<StreamGate, 'keep'>
    readonly mileage: MileageSummary
  },
): void {
  addCall(fastify, authenticator, {
    method: 'POST',
    path: mileagePath,
    access: mileageAccess,
    body: mileageRequestSchema,
    handle: ({ account, body }) => mileage.summary(account, body),
  })
  addCall(fastify, authenticator, {
    method: 'POST',
    path: mileageDaysPath,
    access: mileageAccess,
    body: mileageDaysRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: mileageAccess, deviceId: body.deviceid ?? null },
        () => mileage.days(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  })
}

/** The same on the main channel, without who and where. */
export function mileageMessages(channel: MainChannel, { mileage }: { readonly mileage: MileageSummary }): void {
  channel.message(TRIP, mileageAccess, async (call) => {
    const range = decodeRange(call.fields)
    if (range === null) throw refused('the range is none')
    const asked = { deviceid: call.fields.A ?? '', afterTime: range.startS, beforeTime: range.endS }
    const request = mileageRequestSchema.safeParse(asked)
    if (!request.success) throw refused(request.error.issues[0]?.message ?? 'the range is none')
    call.reply({}, JSON.stringify(await mileage.trip(call.account, request.data)))
  })
}
