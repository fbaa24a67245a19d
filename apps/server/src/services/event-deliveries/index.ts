export type { DeliveredReport, Delivery, EventDeliveries } from './delivery.types.ts'
export { createEventDeliveries } from './event-deliveries.ts'
