export { type AddressBook, createAddressBook } from './address-book.ts'
export { AddressCredit } from './address-credit.tsx'
export { type AskAddress, useAddressLookup } from './use-address-lookup.ts'
export { Addresses, useAddress, useAddressBook, useAddressOf } from './use-addresses.ts'
