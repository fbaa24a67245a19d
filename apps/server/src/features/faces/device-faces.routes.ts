import { AppError } from '@fleetglass/contract/errors'
import {
  deviceFacePath,
  deviceFaceSchema,
  deviceFaceTypes,
  faceSlotQuerySchema,
  faceSummaryQuerySchema,
  facesAccess,
  faceWriteQuerySchema,
} from '@fleetglass/contract/faces'
import { StreamPath } from '@fleetglass/contract/streams'
import type { z } from 'zod'
import { rejectToken } from '../../platform/access-policy/index.ts'
import { invalidRequest } from '../../platform/errors/index.ts'
import {
  addressOf,
  endpoint,
  type HttpEndpoint,
  noteCaller,
  rawEndpoint,
  sendFileFailure,
} from '../../platform/http/index.ts'
import type { Visibility } from '../../services/directory/index.ts'
import type { DeviceFaces, FaceLibrary } from '../../services/faces/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface DeviceFaceRouteDeps {
  readonly gate: StreamGate
  readonly library: Pick<FaceLibrary, 'photo'>
  readonly slots: DeviceFaces
  readonly visibility: Pick<Visibility, 'device'>
}

/** The face slots of devices (API2-161 to API2-168). */
export const deviceFaceEndpoints = (deps: DeviceFaceRouteDeps): HttpEndpoint[] => {
  const { library, slots, visibility } = deps
  return [
    endpoint({
      method: 'PUT',
      path: deviceFacePath,
      access: facesAccess,
      audit: 'Set the face of {name} on device {deviceid}',
      body: deviceFaceSchema,
      async handle({ account, body: { deviceid, idcard, name, photoids } }) {
        const device = visibility.device(account, deviceid)
        if (device === undefined) throw new AppError('unknown-device')
        const photos = await Promise.all(photoids.map((photoid) => library.photo(photoid)))
        return { slots: await slots.add(device.deviceId, { idcard, name }, photos) }
      },
    }),
    deviceCall(deps, {
      path: `${StreamPath.file}/${deviceFaceTypes.summary}`,
      audit: 'Read which faces device {deviceid} has',
      parameters: faceSummaryQuerySchema,
      work: (deviceId) => slots.summary(deviceId),
    }),
    deviceCall(deps, {
      path: `${StreamPath.file}/${deviceFaceTypes.read}`,
      audit: 'Read the face in slot {ch} of device {deviceid}',
      parameters: faceSlotQuerySchema,
      work: (deviceId, { ch }) => slots.read(deviceId, ch),
    }),
    deviceCall(deps, {
      path: `${StreamPath.picture}/${deviceFaceTypes.photo}`,
      audit: 'Read the photo in slot {ch} of device {deviceid}',
      parameters: faceSlotQuerySchema,
      type: 'image/jpeg',
      work: (deviceId, { ch }) => slots.photo(deviceId, ch),
    }),
    deviceCall(deps, {
      path: `${StreamPath.file}/${deviceFaceTypes.write}`,
      audit: 'Changed the face in slot {ch} of device {deviceid}',
      changes: true,
      parameters: faceWriteQuerySchema,
      work: (deviceId, { ch, idcard, name }) => slots.write(deviceId, ch, { idcard, name }),
    }),
    deviceCall(deps, {
      path: `${StreamPath.file}/${deviceFaceTypes.remove}`,
      audit: 'Deleted the face in slot {ch} of device {deviceid}',
      changes: true,
      parameters: faceSlotQuerySchema,
      async work(deviceId, { ch }) {
        await slots.remove(deviceId, ch)
        return slots.summary(deviceId)
      },
    }),
  ]
}

/** A call that a device answers: credentials and device are in its query, or in the header `Authorization`. */
function deviceCall<Query extends z.output<typeof faceSummaryQuerySchema>>(
  { gate }: Pick<DeviceFaceRouteDeps, 'gate'>,
  call: {
    readonly path: string
    readonly audit: string
    readonly changes?: true
    readonly parameters: z.ZodType<Query>
    /** Of the answer; left out: JSON. */
    readonly type?: string
    work(deviceId: string, query: Query): Promise<Uint8Array | object>
  },
): HttpEndpoint {
  return rawEndpoint({
    path: call.path,
    access: facesAccess,
    audit: call.audit,
    parameters: call.parameters,
    listeners: 'every',
    async handle(request, reply) {
      // The console's page may come from another port of the same host.
      reply.header('cross-origin-resource-policy', 'same-site').header('cache-control', 'no-store')
      const asked = call.parameters.safeParse(request.query)
      if (!asked.success) return sendFileFailure(reply, invalidRequest(asked.error))
      const { user, password, deviceid } = asked.data
      const admission = await gate.admit(
        { user, password, deviceId: deviceid, channel: null },
        facesAccess,
        addressOf(request),
      )
      if (!admission.ok) return sendFileFailure(reply, admission.error)
      noteCaller(request, admission.account)
      rejectToken(admission.account, { changes: call.changes === true })
      const work = call.work(admission.device.deviceId, asked.data).catch(asAppError)
      const answer = await guardAnswer(reply.raw, admission.keep).before(work)
      if (answer instanceof Denial) return sendFileFailure(reply, answer.error)
      if (answer instanceof AppError) return sendFileFailure(reply, answer)
      if (answer instanceof Uint8Array)
        return reply.type(call.type ?? 'application/octet-stream').send(Buffer.from(answer))
      return reply.send(answer)
    },
  })
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}
