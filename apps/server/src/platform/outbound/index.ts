export { firstAddressIn, resolveTarget, type Target } from './local-targets.ts'
export { OutboundTimeout, requestOutbound } from './outbound-http.ts'
