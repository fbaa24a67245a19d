import { createContext, type ReactNode, use } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/shallow'
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

/** Like `useFleetState` for a list or record built anew each time: compared item by item. */
export function useFleetList<T>(select: (state: FleetState) => T): T {
  return useStore(useFleet().state, useShallow(select))
}

/** One device; only a change of this device draws the component again. */
export function useDevice(deviceId: string): Device | undefined {
  return useFleetState((state) => state.devices.get(deviceId))
}
