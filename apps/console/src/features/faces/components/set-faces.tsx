import { FACE_SET_PAUSE_MS, type Face, type FacePhoto } from '@fleetglass/contract/faces'
import { useEffect, useState } from 'react'
import { useLabelOf } from '../../../engines/fleet/index.ts'
import { useClock } from '../../../platform/preferences/index.ts'
import { useText } from '../../../platform/texts/index.ts'
import { notify } from '../../../ui/index.ts'
import { useSetFace } from '../faces.queries.ts'

/** FACE-21: puts the selected faces into free slots of the chosen device, one after the other. */
export function SetFaces(props: {
  readonly deviceId: string | null
  readonly faces: readonly Face[]
  readonly photosOf: ReadonlyMap<string, readonly FacePhoto[]>
  readonly nameOf: (face: Face) => string
}) {
  const t = useText()
  const { deviceId, faces, photosOf, nameOf } = props
  const device = useLabelOf()(deviceId ?? '')
  const set = useSetFace()
  const [done, setDone] = useState<number | null>(null)
  const [isPaused, pause] = usePause()
  const start = async (deviceid: string): Promise<void> => {
    const lacking = faces.find((face) => face.name === '' || !photosOf.has(face.faceid))
    if (lacking !== undefined) {
      notify.error(t('faces.incomplete', { name: nameOf(lacking) }))
      return
    }
    try {
      for (const [at, face] of faces.entries()) {
        setDone(at)
        await set.mutateAsync({ deviceid, face, photos: photosOf.get(face.faceid) ?? [] })
      }
      notify.success(t('faces.setOk'))
    } finally {
      setDone(null)
      pause()
    }
  }
  return (
    <>
      <button
        type="button"
        className="btn btn-primary btn-sm"
        disabled={deviceId === null || faces.length === 0 || done !== null || isPaused}
        // Why it failed is shown by the mutation.
        onClick={() => deviceId !== null && void start(deviceId).catch(() => null)}
      >
        {deviceId === null ? t('faces.set') : t('faces.setTo', { device })}
      </button>
      <span role="status" className="muted">
        {done === null ? null : t('faces.setting', { done: done + 1, count: faces.length })}
        {deviceId === null ? t('faces.chooseDevice') : null}
      </span>
    </>
  )
}

/** FACE-10: the action is blocked for a second after it. */
export function usePause(): readonly [isPaused: boolean, pause: () => void] {
  const clock = useClock()
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (!isPaused) return
    const timer = clock.after(FACE_SET_PAUSE_MS, () => setPaused(false))
    return () => timer.cancel()
  }, [clock, isPaused])
  return [isPaused, () => setPaused(true)]
}
