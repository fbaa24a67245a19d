import { deviceInfoPath, deviceInfosSchema } from '@fleetglass/contract/device-info'
import {
  type FirmwareRollout,
  firmwareRolloutDetailSchema,
  firmwareRolloutsPath,
  firmwareRolloutsSchema,
  type NewRollout,
  type RolloutAction,
} from '@fleetglass/contract/firmware'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { usePageVisible, usePolledQuery } from '../../platform/queries/index.ts'

const ROLLOUTS = 'firmware-rollouts'
const DETAIL = 'firmware-rollout'
const POLL_MS = 5_000

/** All rollouts that the user sees, the newest first. */
export function useRollouts() {
  const { userName } = useSession()
  return usePolledQuery({
    queryKey: [ROLLOUTS, userName],
    queryFn: async () => firmwareRolloutsSchema.parse(await askJson('GET', firmwareRolloutsPath)),
    everyMs: POLL_MS,
    mayChange: (rollouts) => rollouts.some(isUnderWay),
    isPaused: !usePageVisible(),
  })
}

/** One rollout with its devices. */
export function useRollout(rolloutid: number) {
  const { userName } = useSession()
  return usePolledQuery({
    queryKey: [DETAIL, userName, rolloutid],
    queryFn: async () =>
      firmwareRolloutDetailSchema.parse(await askJson('GET', `${firmwareRolloutsPath}/${rolloutid}`)),
    everyMs: POLL_MS,
    mayChange: ({ rollout }) => isUnderWay(rollout),
    isPaused: !usePageVisible(),
  })
}

/** Devices of a rollout that was paused or stopped may still be updating. */
function isUnderWay({ state, running }: FirmwareRollout): boolean {
  return state === 'running' || running > 0
}

/** Starts, changes and deletes a rollout. Each answer is the whole list. */
export function useRolloutWrites() {
  const call = useServerCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  const onSuccess = (rollouts: readonly FirmwareRollout[]): void => {
    queries.setQueryData<readonly FirmwareRollout[]>([ROLLOUTS, userName], rollouts)
  }
  const write = async (method: 'POST' | 'PUT' | 'DELETE', body: object) =>
    firmwareRolloutsSchema.parse(await call(method, firmwareRolloutsPath, body))
  return {
    add: useMutation({ mutationFn: (rollout: NewRollout) => write('POST', rollout), onSuccess }),
    act: useMutation({
      mutationFn: (change: { readonly rolloutid: number; readonly action: RolloutAction }) => write('PUT', change),
      onSuccess,
      onSettled: () => queries.invalidateQueries({ queryKey: [DETAIL] }),
    }),
    remove: useMutation({ mutationFn: (rolloutid: number) => write('DELETE', { rolloutid }), onSuccess }),
  }
}

/** Model and version of each device, as it reported them. */
export function useDeviceModels() {
  const call = useServerCall()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['firmware-models', userName],
    queryFn: async () => deviceInfosSchema.parse(await call('POST', deviceInfoPath, {})),
    retry: mayAskAgain,
  })
}
