import { Readable } from 'node:stream'
import { AppError } from '@fleetglass/contract/errors'
import { streamCredentials } from '@fleetglass/contract/streams'
import {
  parseTalkAudioName,
  TALK_AUDIO_FOLDER,
  type TalkRow,
  talkLogAccess,
  talkLogPath,
  talkLogRequestSchema,
} from '@fleetglass/contract/talk'
import { unknownAddress } from '../../platform/errors/index.ts'
import {
  addressOf,
  endpoint,
  type HttpEndpoint,
  noteCaller,
  rawEndpoint,
  sendFileFailure,
} from '../../platform/http/index.ts'
import type { Account, Visibility } from '../../services/directory/index.ts'
import { type Talk, type TalkLog, talkAudio } from '../../services/talk-log/index.ts'
import { Denial, guardAnswer, type StreamGate } from '../../services/viewers/index.ts'

export interface TalkRouteDeps {
  readonly gate: StreamGate
  readonly talkLog: TalkLog
  readonly visibility: Pick<Visibility, 'device' | 'seesAll'>
}

/** The log of talks, and what was said. */
export const talkEndpoints = ({ gate, talkLog, visibility }: TalkRouteDeps): HttpEndpoint[] => [
  endpoint({
    method: 'POST',
    path: talkLogPath,
    access: talkLogAccess,
    audit: 'Read the log of talks',
    body: talkLogRequestSchema,
    async handle({ account, body }) {
      const talks = await talkLog.find({
        fromMs: body.afterUpdatetime,
        toMs: body.beforeUpdatetime,
        deviceId: body.deviceid,
        userId: onlyOwn(account),
        user: account.permission === 0 ? body.member : '',
        offset: body.offset,
        limit: body.limit,
      })
      const seesAll = visibility.seesAll(account)
      return talks.map((talk) => rowOf(talk, (id) => seesAll || visibility.device(account, id) !== undefined))
    },
  }),
  rawEndpoint({
    path: `${TALK_AUDIO_FOLDER}:name`,
    access: talkLogAccess,
    audit: 'Listened to the recorded talk {name}',
    parameters: streamCredentials,
    listeners: 'web',
    async handle(request, reply) {
      const credentials = streamCredentials.safeParse(request.query)
      if (!credentials.success) return sendFileFailure(reply, unknownAddress(credentials.error))
      const admission = await gate.admitAccount(credentials.data, talkLogAccess, addressOf(request))
      if (!admission.ok) return sendFileFailure(reply, admission.error)
      noteCaller(request, admission.account)
      const asked = parseTalkAudioName((request.params as { readonly name: string }).name)
      if (asked === null) return sendFileFailure(reply, new AppError('unknown-file'))
      const { begintime, serialno, side } = asked
      const sideOf = (talk: Talk | null) =>
        talk !== null && hasSide(talk, side) ? talkAudio(talkLog.fileOf(talk), side) : null
      const found = talkLog.get(serialno, begintime, onlyOwn(admission.account)).then(sideOf)
      const audio = await guardAnswer(reply.raw, admission.keep).before(found)
      if (audio instanceof Denial) return sendFileFailure(reply, audio.error)
      if (audio === null) return sendFileFailure(reply, new AppError('unknown-file'))
      reply.type('audio/wav').header('content-length', audio.bytes).header('cache-control', 'private, no-store')
      return reply.send(Readable.from(audio.content()))
    },
  }),
]

/** TALKLOG-14: a user without the user filter gets their own talks. */
function onlyOwn({ id, permission }: Account): number | null {
  return permission === 0 ? null : id
}

function hasSide(talk: Talk, side: 'source' | 'mdvr' | 'merge'): boolean {
  if (side === 'source') return talk.hasOperator
  return side === 'mdvr' ? talk.hasDevice : talk.hasOperator && talk.hasDevice
}

function rowOf(talk: Talk, isVisible: (deviceId: string) => boolean): TalkRow {
  const endMs = talk.endMs
  return {
    sourceip: talk.address,
    username: talk.user,
    deviceid: talk.deviceIds.filter(isVisible).join(','),
    begintime: seconds(talk.beginMs),
    endtime: endMs === null ? null : seconds(endMs),
    duration: Math.round(((endMs ?? talk.beginMs) - talk.beginMs) / 1000),
    updatetime: seconds(talk.updateMs),
    serialno: talk.serialNo,
    type: talk.kind,
    result: talk.result,
    sourceaudio: hasSide(talk, 'source') ? 1 : 0,
    mdvraudio: hasSide(talk, 'mdvr') ? 1 : 0,
    mergeaudio: hasSide(talk, 'merge') ? 1 : 0,
  }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
