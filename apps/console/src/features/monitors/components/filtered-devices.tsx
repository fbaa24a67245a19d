import { type ReactNode, useEffect, useState } from 'react'
import type { Channel } from '../../../engines/channel/index.ts'
import { createFleet, FleetProvider, startFleetSync } from '../../../engines/fleet/index.ts'
import { usePreferences } from '../../../platform/preferences/index.ts'

/** The devices that the filter of the console is about, in step with the server over the socket of the page (DEBUG-39). */
export function FilteredDevices(props: { readonly channel: Channel; readonly children: ReactNode }) {
  const { channel, children } = props
  const { store, clock, log } = usePreferences()
  const [fleet] = useState(() => createFleet(store))
  useEffect(() => {
    const sync = startFleetSync({ channel, fleet, clock, log })
    return () => sync.close()
  }, [channel, fleet, clock, log])
  return <FleetProvider fleet={fleet}>{children}</FleetProvider>
}
