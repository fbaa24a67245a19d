import {
  type DeviceFirmware,
  deviceFirmwaresSchema,
  encodeFirmwareOrder,
  FIRMWARE_STATUS,
  type FirmwareOrder,
  UPDATE_FIRMWARE,
} from '@fleetglass/contract/firmware'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askChannel, type Channel, useChannel, useSession } from '../../engines/channel/index.ts'
import { usePageVisible, usePolledQuery } from '../../platform/queries/index.ts'

const DEVICES = 'device-firmware'
/** FW-15. */
export const STATUS_POLL_MS = 1_000
/** Versions change seldom, and the list has thousands of rows. */
const LIST_POLL_MS = 60_000

/** What the server reports of one device, or of all that the user sees. */
async function readFirmware(channel: Channel, deviceId = ''): Promise<readonly DeviceFirmware[]> {
  const { payload } = await askChannel(channel, { code: FIRMWARE_STATUS, fields: { A: deviceId } })
  return deviceFirmwaresSchema.parse(JSON.parse(new TextDecoder().decode(payload)))
}

/** Version and status of the devices that the user sees, by id. */
export function useDeviceFirmwares() {
  const channel = useChannel()
  const { userName } = useSession()
  return usePolledQuery({
    queryKey: [DEVICES, userName],
    queryFn: async () => new Map((await readFirmware(channel)).map((one) => [one.deviceid, one])),
    everyMs: LIST_POLL_MS,
    isPaused: !usePageVisible(),
  })
}

/** Version, status and latest update of one device, requested every second while they can be seen. The list shows what is new as well. */
export function useDeviceFirmware(deviceId: string) {
  const channel = useChannel()
  const queries = useQueryClient()
  const { userName } = useSession()
  return usePolledQuery({
    queryKey: [DEVICES, userName, deviceId],
    async queryFn() {
      const [firmware] = await readFirmware(channel, deviceId)
      if (firmware === undefined) throw new Error('the answer cannot be read')
      queries.setQueryData<ReadonlyMap<string, DeviceFirmware>>([DEVICES, userName], (all) =>
        all?.get(deviceId)?.version === firmware.version ? all : all && new Map(all).set(deviceId, firmware),
      )
      return firmware
    },
    everyMs: STATUS_POLL_MS,
    isPaused: !usePageVisible(),
  })
}

/** FW-18: ends when the device has confirmed the command. */
export function useFirmwareUpdate() {
  const channel = useChannel()
  return useMutation({
    mutationFn: (order: FirmwareOrder) =>
      askChannel(channel, { code: UPDATE_FIRMWARE, fields: encodeFirmwareOrder(order) }),
  })
}
