import { pages as deviceInfo } from '../features/device-info/index.ts'
import { pages as devices } from '../features/devices/index.ts'
import { pages as drivers } from '../features/drivers/index.ts'
import { pages as embedded } from '../features/embedded-pages/index.ts'
import { pages as fences } from '../features/fences/index.ts'
import { pages as fleetMap } from '../features/fleet-map/index.ts'
import { pages as gpsPlayback } from '../features/gps-playback/index.ts'
import { pages as groupSummary } from '../features/group-summary/index.ts'
import { pages as groups } from '../features/groups/index.ts'
import { pages as idle } from '../features/idle/index.ts'
import { pages as live } from '../features/live/index.ts'
import { pages as permissions } from '../features/permissions/index.ts'
import { pages as playback } from '../features/playback/index.ts'
import { pages as randomLive } from '../features/random-live/index.ts'
import { pages as recordingSettings } from '../features/recording-settings/index.ts'
import { pages as remotePlayback } from '../features/remote-playback/index.ts'
import { pages as remoteSettings } from '../features/remote-settings/index.ts'
import { pages as routes } from '../features/routes/index.ts'
import { pages as selfTest } from '../features/self-test/index.ts'
import { pages as treeView } from '../features/tree-view/index.ts'
import type { BuiltPage } from '../platform/pages/index.ts'

/** The pages this console has. One that is in the table of all pages and not here has no entry, menu or address. */
export const builtPages: readonly BuiltPage[] = [
  ...fleetMap,
  ...devices,
  ...recordingSettings,
  ...groups,
  ...groupSummary,
  ...permissions,
  ...drivers,
  ...deviceInfo,
  ...live,
  ...treeView,
  ...randomLive,
  ...gpsPlayback,
  ...playback,
  ...remotePlayback,
  ...routes,
  ...fences,
  ...remoteSettings,
  ...idle,
  ...embedded,
  ...selfTest,
]
