import { openStreams, protocolCall } from '@fleetglass/contract/server-settings'
import { z } from 'zod'
import { defineSettings } from '../settings/index.ts'

/** A port 0 of the configuration: any free one. A saved 0 is off. */
const ANY_FREE = -1
const configured = (port: number): number => (port === 0 ? ANY_FREE : port)

const { heartbeat, appcommand, http, https, streamings, ...switches } = protocolCall.fields.shape
const orAnyFree = <Rule extends z.ZodType>(rule: Rule) => z.union([z.literal(ANY_FREE), rule])

/** SET-009 to SET-028: which ports the server has. */
export const protocolSettings = defineSettings({
  name: 'protocol',
  schema: z.object({
    heartbeat: orAnyFree(heartbeat),
    appcommand: orAnyFree(appcommand),
    http: orAnyFree(http),
    https: orAnyFree(https),
    streamings: z.union([z.tuple([z.literal(ANY_FREE)]), streamings.transform(openStreams<number>)]),
    ...switches,
  }),
  initial: (config) => ({
    heartbeat: configured(config.heartbeat),
    appcommand: configured(config.main),
    http: configured(config.http),
    https: configured(config.https),
    streamings: [configured(config.streams)],
    sslonly: false,
    disablelivestream: false,
  }),
})
