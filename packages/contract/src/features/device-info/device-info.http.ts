import { z } from 'zod'

/** `POST` lists what the devices are made of, as they told. Logged in, own devices. */
export const deviceInfoPath = '/gkdevice/modelinfo'

/** What a device told of itself; empty while it has not. */
export const deviceInfoSchema = z.object({
  deviceid: z.string(),
  model: z.string(),
  firmware: z.string(),
  /** The ICCID of its card, else its SIM number. */
  mobile: z.string(),
})
export const deviceInfosSchema = z.array(deviceInfoSchema)
export type DeviceInfo = Readonly<z.infer<typeof deviceInfoSchema>>
