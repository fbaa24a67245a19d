import type { RecordingFault } from '@fleetglass/contract/devices'
import type { ServerInfo } from '@fleetglass/contract/session'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { readJson, storageKeys, type TextStore } from '../../platform/storage/index.ts'
import type { Device } from './device.ts'
import {
  countDevices,
  type DeviceFilter,
  type FilterGroup,
  type FilterMode,
  type FleetCounts,
  filterModes,
  noCounts,
} from './fleet.filters.ts'

export interface FleetState {
  /** Every device of the last complete list, new ones included; a device that did not change keeps its object. */
  readonly devices: ReadonlyMap<string, Device>
  /** When the last complete list came, while nothing newer can be had (unix ms); null while the devices are as of now. */
  readonly staleSinceMs: number | null
  /** False until the first complete list. */
  readonly loaded: boolean
  readonly counts: FleetCounts
  readonly filter: DeviceFilter
  readonly server: ServerInfo | null
  /** Why the server records nothing, as last reported; null while it records. */
  readonly recordingFault: RecordingFault | null
  /** Revision of the event profiles, as last reported; null before that. */
  readonly eventProfiles: number | null
  /** Rises with every complete list (SYNC-13). */
  readonly beats: number
  /** How often a change was flagged; a full list that began after the last one has seen them all. */
  readonly changes: number
}

/** The live device list. Only the sync writes devices; everyone may read and choose the filter. */
export interface Fleet {
  readonly state: StoreApi<FleetState>
  setFilterMode(mode: FilterMode): void
  setFilterText(text: string): void
  /** Limits every device list to the devices of a group (RIGHT-066). */
  setFilterGroup(group: FilterGroup | null): void
  /** Swaps in a complete list (SYNC-12, SYNC-18). */
  commit(devices: ReadonlyMap<string, Device>): void
  setServer(server: ServerInfo): void
  setRecordingFault(fault: RecordingFault | null): void
  setEventProfiles(revision: number | null): void
  /** What is known is as of `listedMs` and gets older, until the next `commit`. Before the first list it means nothing. */
  setStale(listedMs: number): void
  /** Forgets everything but the filter: another user may see other devices. */
  clear(): void
  /** Swaps in devices of which more, or newer, is known since the last list; not a heartbeat. */
  amend(devices: ReadonlyMap<string, Device>): void
  /** Requests a full list as soon as the link is free (SYNC-07, SYNC-21). */
  flagChange(): void
}

export function createFleet(store: TextStore): Fleet {
  const empty = {
    devices: new Map(),
    loaded: false,
    staleSinceMs: null,
    counts: noCounts,
    server: null,
    recordingFault: null,
    eventProfiles: null,
    beats: 0,
  }
  const state = createStore<FleetState>(() => ({ ...empty, filter: readFilter(store), changes: 0 }))
  const setFilter = (filter: DeviceFilter): void => {
    state.setState({ filter })
    store.set(storageKeys.deviceFilters, JSON.stringify({ mode: filter.mode }))
  }
  return {
    state,
    setFilterMode: (mode) => setFilter({ ...state.getState().filter, mode }),
    setFilterText: (text) => setFilter({ ...state.getState().filter, text }),
    setFilterGroup: (group) => setFilter({ ...state.getState().filter, group }),
    commit: (devices) =>
      state.setState((old) => ({
        devices,
        loaded: true,
        staleSinceMs: null,
        counts: keepEqual(old.counts, countDevices(devices.values())),
        beats: old.beats + 1,
      })),
    setStale: (listedMs) =>
      state.setState((old) => (old.loaded && old.staleSinceMs === null ? { staleSinceMs: listedMs } : {})),
    setServer: (server) => state.setState({ server }),
    setRecordingFault: (recordingFault) =>
      state.setState((old) => (old.recordingFault === recordingFault ? old : { recordingFault })),
    setEventProfiles: (eventProfiles) =>
      state.setState((old) =>
        eventProfiles === null || old.eventProfiles === eventProfiles ? old : { eventProfiles },
      ),
    amend: (devices) =>
      state.setState((old) => ({ devices, counts: keepEqual(old.counts, countDevices(devices.values())) })),
    clear: () => state.setState(empty),
    flagChange: () => state.setState((old) => ({ changes: old.changes + 1 })),
  }
}

function keepEqual(old: FleetCounts, fresh: FleetCounts): FleetCounts {
  return filterModes.every((mode) => old[mode] === fresh[mode]) ? old : fresh
}

function readFilter(store: TextStore): DeviceFilter {
  const stored = readJson(store, storageKeys.deviceFilters) as { mode?: unknown } | null | undefined
  return { mode: filterModes.find((mode) => mode === stored?.mode) ?? 'all', text: '', group: null }
}
