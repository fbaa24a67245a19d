export { httpsRedirect } from './https-redirect.ts'
export { connectionAddress, createTrustedProxies, networkOf, type TrustedProxies } from './remote-address.ts'
