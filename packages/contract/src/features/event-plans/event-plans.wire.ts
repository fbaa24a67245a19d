// The fields of plans on the wire, and what they mean.
import { z } from 'zod'
import { secret } from '../../envelope/index.ts'
import { ruleMessage } from '../../errors/index.ts'
import { eventCatalogue } from '../events/index.ts'
import { ROOT_GROUP } from '../groups/index.ts'
import {
  type DownloadSettings,
  PLAN_CHANNELS,
  type PushSettings,
  planModes,
  type RealtimeSettings,
} from './plan-settings.ts'
import { scriptSchema, uploadUrlSchema } from './plan-targets.ts'
import { parseTimeParts, timePartsText } from './time-parts.ts'

export const PLAN_NAME_MAX = 64
/** Seconds before or after an event. */
export const OFFSET_S_MAX = 600
export const INTERVAL_S_MAX = 86_400
export const CLIP_S_MAX = 3_600
export const CALL_S_MAX = 600
/** PLAN-30. */
export const CALL_S_DEFAULT = 30
/** Addresses of one plan. */
export const RECEIVERS_MAX = 50
const ADDRESS_MAX = 254

const switchSchema = z.literal([0, 1], ruleMessage('not-switch'))
type Switch = z.infer<typeof switchSchema>

const whole = (min: number, max: number) => {
  const words = ruleMessage('not-number', { min, max })
  return z.int(words).min(min, words).max(max, words)
}

const maskSchema = whole(0, 2 ** PLAN_CHANNELS - 1)

const timePartSchema = z.string(ruleMessage('not-text')).superRefine((text, context) => {
  const parsed = parseTimeParts(text)
  if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.reason })
})

/** One address, without anything that could end a line of a mail's head or name a second address. */
const address = /^[^\s\p{C}<>(),;:"@\\[\]]{1,64}@[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u

const receiversSchema = z
  .string(ruleMessage('not-text'))
  .max(RECEIVERS_MAX * (ADDRESS_MAX + 2), ruleMessage('too-long', { most: RECEIVERS_MAX * (ADDRESS_MAX + 2) }))
  .superRefine((text, context) => {
    const receivers = receiversIn(text)
    const reason =
      receivers.length > RECEIVERS_MAX
        ? ruleMessage('too-many', { most: RECEIVERS_MAX })
        : receivers.every((one) => one.length <= ADDRESS_MAX && address.test(one))
          ? null
          : ruleMessage('not-mail')
    if (reason !== null) context.addIssue({ code: 'custom', message: reason })
  })

/** Addresses in a comma list; a line break between them is not a blank. */
function receiversIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.replace(/^ +| +$/g, ''))
    .filter((one) => one !== '')
}

const nameSchema = z
  .string(ruleMessage('not-text'))
  .trim()
  .max(PLAN_NAME_MAX, ruleMessage('too-long', { most: PLAN_NAME_MAX }))
  .regex(/^[^\p{C}]*$/u, ruleMessage('hidden-character'))

/** PLAN-19 to PLAN-27. */
export const downloadFields = {
  downloadtype: z.literal([0, 1, 2], ruleMessage('not-choice', { choices: '0, 1, 2' })).default(1),
  downloadplan: maskSchema.default(1),
  streamtype: maskSchema.default(0),
  mediatype: z.literal([1, 3, 4, 5, 6], ruleMessage('not-choice', { choices: '1, 3, 4, 5, 6' })).default(1),
  preoffset: whole(0, OFFSET_S_MAX).default(10),
  postoffset: whole(0, OFFSET_S_MAX).default(10),
  entimepart: switchSchema.default(0),
  timepart: timePartSchema.default(''),
  intermission: whole(0, INTERVAL_S_MAX).default(0),
  enupload: switchSchema.default(0),
  upload: secret(uploadUrlSchema).default(''),
  accoffonly: switchSchema.default(0),
  maxbackupsecs: whole(0, CLIP_S_MAX).default(0),
}

/** PLAN-28. */
export const pushFields = {
  enable: switchSchema.default(1),
  name: nameSchema.default(''),
  script: scriptSchema,
}

/** PLAN-29. */
export const realtimeFields = {
  call_en: switchSchema.default(0),
  call_time: whole(1, CALL_S_MAX).default(CALL_S_DEFAULT),
  email_en: switchSchema.default(0),
  receivers: receiversSchema.default(''),
}

/** Whom a plan covers, and the code of the events (PLAN-17). In mode DEVICE `deviceid` may be a comma list. */
export const planPlaceFields = {
  deviceid: z.string(ruleMessage('not-text')).default(''),
  groupid: z
    .string(ruleMessage('not-text'))
    .max(20, ruleMessage('too-long', { most: 20 }))
    .default(ROOT_GROUP),
  appdevid: z
    .int(ruleMessage('not-event-code'))
    .refine((code) => eventCatalogue.has(code), ruleMessage('not-event-code')),
  updateMode: z.literal(planModes, ruleMessage('not-choice', { choices: planModes.join(', ') })).default('GLOBAL'),
}

/** Unix seconds of the last change. */
const listedFields = { ...planPlaceFields, updatetime: z.int() }

export const downloadPlanSchema = z.object({ ...listedFields, ...downloadFields })
export type DownloadPlan = Readonly<z.infer<typeof downloadPlanSchema>>
export const pushPlanSchema = z.object({ ...listedFields, ...pushFields })
export type PushPlan = Readonly<z.infer<typeof pushPlanSchema>>
export const realtimePlanSchema = z.object({ ...listedFields, ...realtimeFields })
export type RealtimePlan = Readonly<z.infer<typeof realtimePlanSchema>>

type Fields<Shape extends z.ZodRawShape> = Readonly<z.infer<z.ZodObject<Shape>>>

/** PLAN-27. */
const media = [
  [1, true, false, false],
  [3, true, true, false],
  [4, false, false, true],
  [5, true, false, true],
  [6, true, true, true],
] as const
const actions = ['hide', 'fetch', 'list'] as const

export function downloadSettings(wire: Fields<typeof downloadFields>): DownloadSettings {
  const parsed = parseTimeParts(wire.timepart)
  const [, video = true, audio = false, snapshot = false] = media.find(([number]) => number === wire.mediatype) ?? []
  return {
    action: actions[wire.downloadtype],
    channels: channelsIn(wire.downloadplan),
    mainStreamChannels: channelsIn(wire.streamtype),
    media: { video, audio, snapshot },
    beforeS: wire.preoffset,
    afterS: wire.postoffset,
    isTimed: wire.entimepart === 1,
    timeParts: parsed.ok ? parsed.ranges : [],
    intervalS: wire.intermission,
    longestS: wire.maxbackupsecs,
    accOffOnly: wire.accoffonly === 1,
    isUploaded: wire.enupload === 1,
    uploadUrl: wire.upload,
  }
}

export function downloadWire(settings: DownloadSettings): Fields<typeof downloadFields> {
  const { video, audio, snapshot } = settings.media
  const found = media.find(([, ...is]) => is[0] === video && is[1] === audio && is[2] === snapshot)
  return {
    downloadtype: settings.action === 'hide' ? 0 : settings.action === 'fetch' ? 1 : 2,
    downloadplan: maskOf(settings.channels),
    streamtype: maskOf(settings.mainStreamChannels),
    mediatype: found?.[0] ?? 1,
    preoffset: settings.beforeS,
    postoffset: settings.afterS,
    entimepart: switchOf(settings.isTimed),
    timepart: timePartsText(settings.timeParts),
    intermission: settings.intervalS,
    enupload: switchOf(settings.isUploaded),
    upload: settings.uploadUrl,
    accoffonly: switchOf(settings.accOffOnly),
    maxbackupsecs: settings.longestS,
  }
}

export function pushSettings({ enable, name, script }: Fields<typeof pushFields>): PushSettings {
  return { isEnabled: enable === 1, name, script }
}

export function pushWire({ isEnabled, name, script }: PushSettings): Fields<typeof pushFields> {
  return { enable: switchOf(isEnabled), name, script }
}

export function realtimeSettings(wire: Fields<typeof realtimeFields>): RealtimeSettings {
  return {
    isCalled: wire.call_en === 1,
    callS: wire.call_time,
    isMailed: wire.email_en === 1,
    receivers: [...new Set(receiversIn(wire.receivers))],
  }
}

export function realtimeWire(settings: RealtimeSettings): Fields<typeof realtimeFields> {
  return {
    call_en: switchOf(settings.isCalled),
    call_time: settings.callS,
    email_en: switchOf(settings.isMailed),
    receivers: settings.receivers.join(','),
  }
}

function switchOf(isOn: boolean): Switch {
  return isOn ? 1 : 0
}

/** Bit n-1 stands for channel n. */
function channelsIn(mask: number): readonly number[] {
  return Array.from({ length: PLAN_CHANNELS }, (_, at) => at + 1).filter((channel) => mask & (1 << (channel - 1)))
}

function maskOf(channels: readonly number[]): number {
  return channels.reduce((mask, channel) => mask | (1 << (channel - 1)), 0)
}
