import type { StandAloneWish } from '@fleetglass/contract/stand-alone'
import { StreamAlert } from './stream-alert.tsx'
import { StreamTiles, useFailures, useServer } from './stream-tiles.tsx'

/** STAND-02. */
export function LivePage({ wish }: { readonly wish: StandAloneWish }) {
  const server = useServer(wish.info)
  const { failures, report } = useFailures()
  return (
    <>
      <StreamAlert texts={failures} />
      <StreamTiles
        server={server}
        channels={wish.channels}
        sourceOf={(channel) => ({ kind: 'live', deviceId: wish.deviceId, channel })}
        enlarged={wish.main ?? wish.channels.length === 1}
        onFailure={report}
      />
    </>
  )
}
