import { Suspense } from 'react'
import { useDevice } from '../../../engines/fleet/index.ts'
import { useSite } from '../../../platform/preferences/index.ts'
import { useMayLive } from '../../../shared/access/index.ts'
import { lazyPart } from '../../../shared/lazy-parts/index.ts'

// The player comes with the first vehicle that is looked at.
const FloatingLive = lazyPart(async () => ({ default: (await import('./floating-live.tsx')).FloatingLive }))

/** The floating live view, where the site has one (MAP-44), the user may look and the vehicle can answer. */
export function FloatingPanel({ deviceId, onClose }: { readonly deviceId: string; readonly onClose: () => void }) {
  const { floatPanel } = useSite()
  const mayLive = useMayLive()
  const device = useDevice(deviceId)
  if (!floatPanel || !mayLive || !device?.online) return null
  return (
    <Suspense fallback={null}>
      <FloatingLive key={deviceId} device={device} onClose={onClose} />
    </Suspense>
  )
}
