export { httpsAddress } from './https-address.ts'
export { connectionAddress, createTrustedProxies, networkOf, type TrustedProxies } from './remote-address.ts'
