import { pages as devices } from '../features/devices/index.ts'
import { pages as fleetMap } from '../features/fleet-map/index.ts'
import { pages as live } from '../features/live/index.ts'
import { pages as playback } from '../features/playback/index.ts'
import type { PageDescriptor } from '../platform/pages/index.ts'

/** The one table of pages: routes, navigation entries and rights are read from here. A page that is not here is absent. */
export const pages: readonly PageDescriptor[] = [...fleetMap, ...devices, ...live, ...playback]
