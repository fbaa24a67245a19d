import { createContext, use, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { useSession } from '../../engines/channel/index.ts'
import { useClock } from '../../platform/preferences/index.ts'
import { type AddressBook, createAddressBook, type KnownAddress, serverLookup } from './address-book.ts'
import { useAddressesOffered } from './fleet-map.queries.ts'

/** The addresses of this page; null where the site looks none up (MAP-38). */
export const Addresses = createContext<AddressBook | null>(null)

/** Made with the page and closed with it. */
export function useAddressBook(): AddressBook | null {
  const clock = useClock()
  const { userName, passwordHash } = useSession()
  const offered = useAddressesOffered()
  const [book, setBook] = useState<AddressBook | null>(null)
  useEffect(() => {
    if (!offered) return
    const made = createAddressBook({ clock, lookUp: serverLookup({ userName, passwordHash }) })
    setBook(made)
    return () => {
      made.close()
      setBook(null)
    }
  }, [offered, clock, userName, passwordHash])
  return book
}

const none = createStore<ReadonlyMap<string, KnownAddress>>(() => new Map())

/** The address of a device; null while there is none. Only a change of this address draws the component again. */
export function useAddress(deviceId: string): string | null {
  const book = use(Addresses)
  return useStore(book?.known ?? none, (known) => known.get(deviceId)?.text ?? null)
}
