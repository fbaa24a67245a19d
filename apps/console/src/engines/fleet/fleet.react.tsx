import { createContext, type ReactNode, use, useRef } from 'react'
import { useStore } from 'zustand'
import type { Device } from './device.ts'
import type { Fleet, FleetState } from './fleet.ts'

const FleetContext = createContext<Fleet | null>(null)

export function FleetProvider(props: { readonly fleet: Fleet; readonly children: ReactNode }) {
  return <FleetContext value={props.fleet}>{props.children}</FleetContext>
}

export function useFleet(): Fleet {
  const fleet = use(FleetContext)
  if (!fleet) throw new Error('useFleet outside of FleetProvider')
  return fleet
}

/** A part of the fleet's state; drawn again only when that part is another value. */
export function useFleetState<T>(select: (state: FleetState) => T): T {
  return useStore(useFleet().state, select)
}

interface Cached<T> {
  readonly list: readonly T[]
  readonly select: ((state: FleetState) => readonly T[]) | null
  readonly devices: FleetState['devices'] | null
  readonly filter: FleetState['filter'] | null
}

/**
 * Like `useFleetState` for a list built anew each time from devices and filter: the list before, while it holds the same items
 * in the same order. React calls it several times a frame: while nothing is new, the same `select` is not called again.
 */
export function useFleetList<T>(select: (state: Pick<FleetState, 'devices' | 'filter'>) => readonly T[]): readonly T[] {
  const cached = useRef<Cached<T>>({ list: [], select: null, devices: null, filter: null })
  return useFleetState(({ devices, filter }) => {
    const old = cached.current
    if (old.select === select && old.devices === devices && old.filter === filter) return old.list
    const fresh = select({ devices, filter })
    const same = fresh.length === old.list.length && fresh.every((item, index) => item === old.list[index])
    cached.current = { list: same ? old.list : fresh, select, devices, filter }
    return cached.current.list
  })
}

/** One device; only a change of this device draws the component again. */
export function useDevice(deviceId: string): Device | undefined {
  return useFleetState((state) => state.devices.get(deviceId))
}
