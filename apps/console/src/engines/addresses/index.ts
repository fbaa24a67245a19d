export { type AddressBook, createAddressBook } from './address-book.ts'
export { Addresses, useAddress, useAddressBook, useAddressOf } from './use-addresses.ts'
