import { z } from 'zod'

/** `POST` lists hardware and software of the devices, as they reported it. Logged in, own devices. */
export const deviceInfoPath = '/gkdevice/modelinfo'
/** The same by `GET` (API2-139). */
export const deviceInfoReadPath = '/gkdevice/deviceinfo'

/** What a device reported about itself; empty until it has. */
export const deviceInfoSchema = z.object({
  deviceid: z.string(),
  model: z.string(),
  firmware: z.string(),
  /** The ICCID of its card, else its SIM number. */
  mobile: z.string(),
})
export const deviceInfosSchema = z.array(deviceInfoSchema)
export type DeviceInfo = Readonly<z.infer<typeof deviceInfoSchema>>
