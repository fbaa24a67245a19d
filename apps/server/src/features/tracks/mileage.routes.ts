import { decodeRange } from '@fleetglass/contract/devices'
import { AppError } from '@fleetglass/contract/errors'
import {
  mileageAccess,
  mileageDaysPath,
  mileageDaysRequestSchema,
  mileagePath,
  mileageRequestSchema,
  mileageSlotsAccess,
  mileageSlotsPath,
  mileageSlotsRequestSchema,
  TRIP,
} from '@fleetglass/contract/tracks'
import { type ChannelMessage, message } from '../../platform/channel/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import { endpoint, type HttpEndpoint, JsonArray } from '../../platform/http/index.ts'
import type { StreamGate } from '../../services/viewers/index.ts'
import type { MileageSummary } from './mileage.service.ts'
import { whileAllowed } from './watched-answer.ts'

export interface MileageRouteDeps {
  readonly gate: Pick<StreamGate, 'keep'>
  readonly mileage: MileageSummary
}

/** A device, how it is now, and what it did in a range; and what devices did day by day. */
export const mileageEndpoints = ({ gate, mileage }: MileageRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: mileagePath,
    access: mileageAccess,
    audit: 'Read the mileage of device {deviceid}',
    body: mileageRequestSchema,
    handle: ({ account, body }) => mileage.summary(account, body),
  }),
  endpoint({
    method: 'POST',
    path: mileageDaysPath,
    access: mileageAccess,
    audit: 'Read the daily mileage of devices',
    body: mileageDaysRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: mileageAccess, deviceId: body.deviceid ?? null },
        () => mileage.days(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  }),
  endpoint({
    method: 'POST',
    path: mileageSlotsPath,
    access: mileageSlotsAccess,
    audit: 'Read the mileage report of devices',
    body: mileageSlotsRequestSchema,
    handle: ({ account, body }) =>
      whileAllowed(
        gate,
        { account, right: mileageSlotsAccess, deviceId: body.deviceid ?? null },
        () => mileage.slots(account, body),
        ({ pages }, { started, ended }) => new JsonArray(pages, ended, started),
      ),
  }),
]

/** The same on the main channel, without who and where. */
export const mileageMessages = (mileage: MileageSummary): ChannelMessage[] => [
  message(TRIP, mileageAccess, 'Read the trip of device {A}', async (call) => {
    const range = decodeRange(call.fields)
    if (range === null) throw new AppError('invalid-range')
    const asked = { deviceid: call.fields.A ?? '', afterTime: range.startS, beforeTime: range.endS }
    const request = mileageRequestSchema.safeParse(asked)
    if (!request.success) throw invalidRequest(request.error)
    call.reply({}, JSON.stringify(await mileage.trip(call.account, request.data)))
  }),
]
