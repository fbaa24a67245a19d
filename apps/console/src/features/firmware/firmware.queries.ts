import {
  type FirmwareEdit,
  type FirmwareFile,
  firmwareFilesSchema,
  firmwareStorePath,
  firmwareUrl,
} from '@fleetglass/contract/firmware'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChannel, useChannelState, useServerCall, useSession } from '../../engines/channel/index.ts'
import { useFleetState } from '../../engines/fleet/index.ts'
import { askJson, mayAskAgain } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { uploadFirmware } from './upload-firmware.ts'

const STORE = 'firmware-store'

/** The files of the store, the newest first. */
export function useFirmwareStore() {
  const { userName } = useSession()
  return useQuery({
    queryKey: [STORE, userName],
    queryFn: async () => firmwareFilesSchema.parse(await askJson('GET', firmwareStorePath)),
    retry: mayAskAgain,
  })
}

/** Renames, changes the memo, deletes. Each answer is the whole list. */
export function useStoreWrites() {
  const call = useServerCall()
  const queries = useQueryClient()
  const { userName } = useSession()
  const onSuccess = (answer: unknown): void => {
    queries.setQueryData<readonly FirmwareFile[]>([STORE, userName], firmwareFilesSchema.parse(answer))
  }
  const edit = useMutation({ mutationFn: (change: FirmwareEdit) => call('PUT', firmwareStorePath, change), onSuccess })
  const remove = useMutation({
    mutationFn: ({ firmwareid }: FirmwareFile) => call('DELETE', firmwareStorePath, { firmwareid }),
    onSuccess,
  })
  return { edit, remove }
}

/** FW-25: an upload with the share that has arrived; `null`: none runs. */
export function useUpload() {
  const t = useText()
  const channel = useChannel()
  const queries = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const start = async (file: File, memo: string): Promise<void> => {
    setShare(0)
    try {
      await uploadFirmware(channel, { file, memo }, setShare)
      notify.success(t('firmware.uploaded', { name: file.name }))
    } catch (error) {
      notify.error(t('firmware.uploadFailed', { reason: error instanceof Error ? error.message : String(error) }))
    } finally {
      setShare(null)
      await queries.invalidateQueries({ queryKey: [STORE] })
    }
  }
  return { share, start }
}

/** FW-30: the address of a file of the store on the server that the console is connected to. */
export function useFirmwareUrl(): (firmwareid: string) => string {
  const host = useChannelState((state) => ('target' in state ? state.target.host : window.location.hostname))
  const streamPort = useFleetState(({ server }) => server?.streamPort ?? null) ?? DEFAULT_STREAM_PORT
  return (firmwareid) => firmwareUrl({ host, streamPort }, firmwareid)
}

const DEFAULT_STREAM_PORT = 8900
