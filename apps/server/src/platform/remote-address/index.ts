export { connectionAddress, createTrustedProxies, networkOf, type TrustedProxies } from './remote-address.ts'
