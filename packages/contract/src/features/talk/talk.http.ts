import { z } from 'zod'
import type { Requirement } from '../../access/index.ts'
import { logPage, logPeriod } from '../../envelope/index.ts'

/** `POST`: the talks and broadcasts of some days, newest first (API2-135, API2-137). */
export const talkLogPath = '/gklog/talklog'
/** Who may see the log; below permission 0 only one's own talks (TALKLOG-14). */
export const talkLogAccess: Requirement = { permissionBelow: 3 }
/** The period is of the begin of a talk. */
export const talkLogRequestSchema = z.object({
  /** Part of a user's name. */
  member: z.string().max(64).default(''),
  /** Part of a device id. */
  deviceid: z.string().max(31).default(''),
  ...logPeriod,
  ...logPage,
})

const flag = z.union([z.literal(0), z.literal(1)])

export const talkRowSchema = z.object({
  sourceip: z.string(),
  username: z.string(),
  /** Those that the caller sees, between commas (TALKLOG-11, RIGHT2-32). */
  deviceid: z.string(),
  /** Unix seconds. */
  begintime: z.number(),
  /** `null` while it goes on. */
  endtime: z.number().nullable(),
  /** Seconds. */
  duration: z.number(),
  updatetime: z.number(),
  serialno: z.number(),
  /** 1: this audio is there. */
  sourceaudio: flag,
  mdvraudio: flag,
  mergeaudio: flag,
  type: z.enum(['talk', 'broadcast']),
  /** How it ended, for people; empty for the usual end. */
  result: z.string(),
})

/** One talk or broadcast (TALKLOG-10). */
export type TalkRow = z.infer<typeof talkRowSchema>

export const talkRowsSchema = z.array(talkRowSchema)

/** What a talk's audio can be asked for as: the speaker, the device, both in one (API2-136). */
export const talkSides = ['source', 'mdvr', 'merge'] as const
export type TalkAudioSide = (typeof talkSides)[number]

/** `GET` with `user` and `password` in the query: a WAV file, 8 kHz mono (TALKLOG-13). */
export const TALK_AUDIO_FOLDER = '/gklog/talkaudio/'

/** Path of a talk's audio, without the query. */
export function talkAudioPath(
  { begintime, serialno }: Pick<TalkRow, 'begintime' | 'serialno'>,
  side: TalkAudioSide,
): string {
  return `${TALK_AUDIO_FOLDER}${begintime}_${serialno}_${side}.wav`
}

/** What the name of a file in this folder stands for; `null` for anything else. */
export function parseTalkAudioName(
  name: string,
): { readonly begintime: number; readonly serialno: number; readonly side: TalkAudioSide } | null {
  const parts = /^(\d{1,12})_(\d{1,15})_(source|mdvr|merge)\.wav$/.exec(name)
  if (parts === null) return null
  return { begintime: Number(parts[1]), serialno: Number(parts[2]), side: parts[3] as TalkAudioSide }
}
