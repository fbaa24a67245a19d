import { type GeocodeStatus, geocodeStatusPath, geocodeStatusSchema } from '@fleetglass/contract/geocode'
import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { askJson } from '../../platform/http/index.ts'
import { useClock, useLengthUnit } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { useSession } from '../channel/index.ts'
import type { MapPlace } from '../map/index.ts'
import { type AddressBook, createAddressBook, type KnownAddress, serverLookup } from './address-book.ts'

/** The addresses of this page; null where the site looks none up (MAP-38). */
export const Addresses = createContext<AddressBook | null>(null)

/** Made with the page and closed with it. */
export function useAddressBook(): AddressBook | null {
  const clock = useClock()
  const t = useText()
  const unit = useLengthUnit()
  const { userName, passwordHash } = useSession()
  const offered = useAddressStatus().enable
  const [book, setBook] = useState<AddressBook | null>(null)
  useEffect(() => {
    if (!offered) return
    const made = createAddressBook({ clock, lookUp: serverLookup({ userName, passwordHash }, t, unit) })
    setBook(made)
    return () => {
      made.close()
      setBook(null)
    }
  }, [offered, clock, userName, passwordHash, t, unit])
  return book
}

const none = createStore<ReadonlyMap<string, KnownAddress>>(() => new Map())

/** The address of a device; null while there is none. Only a change of this address draws the component again. */
export function useAddress(deviceId: string): string | null {
  const book = use(Addresses)
  return useStore(book?.known ?? none, (known) => known.get(deviceId)?.text ?? null)
}

/** The address of one device for a component that shows this one alone; null while there is none. */
export function useAddressOf(deviceId: string, place: MapPlace | null): string | null {
  const book = useAddressBook()
  const { lat = null, lng = null } = place ?? {}
  useEffect(() => {
    book?.want(lat === null || lng === null ? [] : [{ deviceId, place: { lat, lng } }])
  }, [book, deviceId, lat, lng])
  return useStore(book?.known ?? none, (known) => known.get(deviceId)?.text ?? null)
}

/** The source of the places in approximate addresses (its licence requires the attribution); '' where there are none. */
export function useAddressCredit(): string {
  return useAddressStatus().credit
}

const noAddresses: GeocodeStatus = { enable: false, geocoder: false, credit: '' }

/** Whether addresses are looked up on this site at all (API0-34), and by what. */
export function useAddressStatus(): GeocodeStatus {
  const { userName } = useSession()
  const { data = noAddresses } = useQuery({
    queryKey: ['geocode-status', userName],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => geocodeStatusSchema.parse(await askJson('GET', geocodeStatusPath)),
  })
  return data
}
