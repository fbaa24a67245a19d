export { type AddressBook, addressText, createAddressBook } from './address-book.ts'
export { AddressCredit } from './address-credit.tsx'
export { Addresses, useAddress, useAddressBook, useAddressOf } from './use-addresses.ts'
