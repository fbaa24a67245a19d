export type {
  DeliveredReport,
  Delivery,
  DeliveryKind,
  EventDeliveries,
  MailedReport,
  NewDelivery,
} from './delivery.types.ts'
export { createEventDeliveries } from './event-deliveries.ts'
