import {
  deviceFaceAddress,
  deviceFacePath,
  type Face,
  type FaceEdit,
  type FacePhoto,
  faceListSchema,
  facePhotosPath,
  facePhotosSchema,
  faceSlotSchema,
  faceSummarySchema,
  facesPath,
} from '@fleetglass/contract/faces'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useChannel, useServerCall, useSession } from '../../engines/channel/index.ts'
import { askWithLogin, mayAskAgain } from '../../platform/http/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'
import { uploadPhoto } from './upload-photo.ts'

const FACES = 'faces'
const PHOTOS = 'face-photos'

/** ERR2-07: why a list is missing is written to the console of the browser; the page offers another try and shows no notice. */
function useLoggedList<Rows>(key: readonly string[], read: () => Promise<Rows>) {
  const { log } = usePreferences()
  return useQuery({
    queryKey: key,
    async queryFn() {
      try {
        return await read()
      } catch (error) {
        log(`${key[0]}: ${error instanceof Error ? error.message : String(error)}`)
        throw error
      }
    },
    retry: mayAskAgain,
    meta: { saysItself: true },
  })
}

/** The faces of the library, the newest first. */
export function useFaces() {
  const call = useServerCall()
  const { userName } = useSession()
  return useLoggedList([FACES, userName], async () => faceListSchema.parse(await call('POST', facesPath, {})))
}

/** The photos of all faces. */
export function useFacePhotos() {
  const call = useServerCall()
  const { userName } = useSession()
  return useLoggedList([PHOTOS, userName], async () => facePhotosSchema.parse(await call('POST', facePhotosPath, {})))
}

/** Changes of the library; both lists are read again after each. */
export function useLibraryWrites() {
  const t = useText()
  const call = useServerCall()
  const channel = useChannel()
  const queries = useQueryClient()
  const onSettled = async (): Promise<void> => {
    await Promise.all([FACES, PHOTOS].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  }
  return {
    add: useMutation({ mutationFn: () => call('PUT', facesPath, {}), onSettled }),
    edit: useMutation({ mutationFn: (edit: FaceEdit) => call('PUT', facesPath, edit), onSettled }),
    remove: useMutation({ mutationFn: ({ faceid }: Face) => call('DELETE', facesPath, { faceid }), onSettled }),
    addPhoto: useMutation({
      mutationFn: ({ faceid, file }: { readonly faceid: string; readonly file: File }) =>
        uploadPhoto(channel, faceid, file),
      onError: (error) => notify.error(error.message || t('faces.wrongType')),
      meta: { saysItself: true },
      onSettled,
    }),
    removePhoto: useMutation({
      mutationFn: ({ photoid }: FacePhoto) => call('DELETE', facePhotosPath, { photoid }),
      onSettled,
    }),
  }
}

const SLOTS = 'face-slots'
/** What a device has is read when somebody wants to see it, never on its own: its connection may be a mobile one. */
const fromDevice = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnReconnect: false } as const

/** FACE-07: when each slot of a device was changed. */
export function useSlots(deviceid: string) {
  const login = useSession()
  const t = useText()
  return useQuery({
    queryKey: [SLOTS, deviceid, 'summary'],
    async queryFn() {
      const summary = faceSummarySchema.parse(await askWithLogin(deviceFaceAddress('summary', { deviceid }), login))
      notify.success(t('faces.loaded'), { id: 'faces: loaded' })
      return summary
    },
    ...fromDevice,
    meta: { saysItself: true },
  })
}

/** FACE-06: a slot with its photo; `null` as photo: it has none. */
export function useSlot(deviceid: string, ch: number) {
  const login = useSession()
  const t = useText()
  return useQuery({
    queryKey: [SLOTS, deviceid, ch],
    async queryFn() {
      const slot = faceSlotSchema.parse(await askWithLogin(deviceFaceAddress('read', { deviceid, ch }), login))
      const address = deviceFaceAddress('photo', { deviceid, ch })
      const photo = slot.md5 === '' ? null : await askWithLogin(address, login, 'image/jpeg')
      notify.success(t('faces.loaded'), { id: 'faces: loaded' })
      return { ...slot, photo }
    },
    ...fromDevice,
    meta: { saysItself: true },
  })
}

export interface SlotEdit {
  readonly ch: number
  readonly idcard: string
  readonly name: string
}

/** Changes of a slot; the slots are read again after each. */
export function useSlotWrites(deviceid: string) {
  const login = useSession()
  const t = useText()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: [SLOTS, deviceid] })
  return {
    write: useMutation({
      mutationFn: (edit: SlotEdit) => askWithLogin(deviceFaceAddress('write', { deviceid, ...edit }), login),
      onSuccess: () => void notify.success(t('faces.setOk')),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (ch: number) => askWithLogin(deviceFaceAddress('remove', { deviceid, ch }), login),
      // The slot itself is not read again: nothing is in it.
      onSettled: () => queries.invalidateQueries({ queryKey: [SLOTS, deviceid, 'summary'] }),
    }),
  }
}

/** FACE-21: one face with its photos into free slots of a device. */
export function useSetFace() {
  const call = useServerCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ deviceid, face, photos }: FaceSet) => {
      const photoids = photos.map(({ photoid }) => photoid)
      return call('PUT', deviceFacePath, { deviceid, idcard: face.idcard, name: face.name, photoids })
    },
    onSettled: (_answer, _error, { deviceid }) => queries.invalidateQueries({ queryKey: [SLOTS, deviceid] }),
  })
}

export interface FaceSet {
  readonly deviceid: string
  readonly face: Face
  readonly photos: readonly FacePhoto[]
}
