export {
  EventCode,
  type EventFamily,
  type EventKind,
  eventCatalogue,
  eventLabel,
  GPIO_INPUTS,
  SPEEDING_STEPS,
  speedingCode,
} from './events.catalogue.ts'
export {
  EVENT_FOOTAGE_CHANNELS,
  EVENT_QUERY_MAX,
  EVENT_SNAPSHOT_CHANNELS,
  eventQueryAccess,
  eventQueryPath,
  eventQuerySchema,
  type StoredEvent,
  storedEventsSchema,
} from './events.http.ts'
export {
  EVENT_LOGIN_MAX_BYTES,
  EVENT_LOGIN_WITHIN_MS,
  EVENT_PATH,
  EventClose,
  type EventLogin,
  type EventMessage,
  eventLoginSchema,
  eventMessageSchema,
} from './events.schema.ts'
