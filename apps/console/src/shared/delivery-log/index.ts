export { DeliveryLogButton } from './delivery-log.tsx'
