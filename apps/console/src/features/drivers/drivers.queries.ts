import { type DriverInfo, type DriverSave, driverInfoPath, driverInfosSchema } from '@fleetglass/contract/drivers'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { useFleet } from '../../engines/fleet/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
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

/** Saves what was changed of a driver. The list of the devices shows the name too. */
export function useSaveDriver() {
  const t = useText()
  const fleet = useFleet()
  const call = useServerCall()
  const { userName: username } = useSession()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (save: DriverSave) => call('PUT', driverInfoPath, save),
    onSuccess: async (_, save) => {
      // Stored before the list is requested again: what was saved is no longer an unsaved edit.
      queries.setQueryData<readonly DriverInfo[]>(['drivers', username], (rows) =>
        rows?.map((row) => (row.deviceid === save.deviceid ? withSaved(row, save) : row)),
      )
      notify.success(t('drivers.saved', { device: save.deviceid }))
      fleet.flagChange()
      await queries.invalidateQueries({ queryKey: ['drivers', username] })
    },
  })
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
