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

/** Like `useFleetState` for a list built anew each time: the list before, while it holds the same items in the same order. */
export function useFleetList<T>(select: (state: FleetState) => readonly T[]): readonly T[] {
  const kept = useRef<readonly T[]>([])
  return useFleetState((state) => {
    const fresh = select(state)
    const old = kept.current
    if (fresh.length !== old.length || !fresh.every((item, index) => item === old[index])) kept.current = fresh
    return kept.current
  })
}

/** One device; only a change of this device draws the component again. */
export function useDevice(deviceId: string): Device | undefined {
  return useFleetState((state) => state.devices.get(deviceId))
}
