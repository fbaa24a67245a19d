import type { Requirement } from '@fleetglass/contract/access'
import { z } from 'zod'

/** `GET`: how many of the devices that the account sees are online. */
export const onlineCountPath = '/gkserver/onlinecount'

/** Both halves read it: the server refuses the call, the console leaves out the button. */
export const onlineCountAccess: Requirement = { permissionBelow: 3 }

export const onlineCountSchema = z.object({ online: z.number().int().min(0) })
export type OnlineCount = z.infer<typeof onlineCountSchema>
