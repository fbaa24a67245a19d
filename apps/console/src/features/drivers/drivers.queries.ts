import { type DriverInfo, type DriverSave, driverInfoPath, driverInfosSchema } from '@fleetglass/contract/drivers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { useFleet } from '../../engines/fleet/index.ts'
import { askJson, callJson, mayAskAgain } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** Who drives each device that this account sees. */
export function useDrivers() {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['drivers', username],
    queryFn: async (): Promise<readonly DriverInfo[]> =>
      driverInfosSchema.parse(await askJson('POST', driverInfoPath, { username, password })),
    retry: mayAskAgain,
  })
}

/** Saves what was changed of a driver; answers whether it was. The list of the devices shows his name too. */
export function useSaveDriver(): (save: DriverSave) => Promise<boolean> {
  const t = useText()
  const fleet = useFleet()
  const { userName: username, passwordHash: password } = useSession()
  const { log } = usePreferences()
  const queries = useQueryClient()
  return async (save) => {
    const reply = await callJson('PUT', driverInfoPath, { username, password, ...save })
    if (!reply.ok) {
      if (reply.kind === 'refused') notify.error(reply.reason, { id: driverInfoPath })
      else log(`PUT ${driverInfoPath}: ${reply.reason}`)
      return false
    }
    // Known before the list is asked again: what was saved is no longer an unsaved edit.
    queries.setQueryData<readonly DriverInfo[]>(['drivers', username], (rows) =>
      rows?.map((row) => (row.deviceid === save.deviceid ? withSaved(row, save) : row)),
    )
    notify.success(t('drivers.saved', { device: save.deviceid }))
    fleet.flagChange()
    await queries.invalidateQueries({ queryKey: ['drivers', username] })
    return true
  }
}

function withSaved(row: DriverInfo, { driver, gender, phone, birthday }: DriverSave): DriverInfo {
  return {
    ...row,
    driver: driver ?? row.driver,
    gender: gender ?? row.gender,
    phone: phone ?? row.phone,
    birthday: birthday ?? row.birthday,
  }
}
