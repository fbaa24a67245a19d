import { AppError } from '@fleetglass/contract/errors'
import {
  advancedPlansAccess,
  DELIVERIES_PAGE,
  deliveriesQuerySchema,
  deliveryAgainSchema,
  type EventDelivery,
  eventDeliveriesPath,
  webhookSecretPath,
  webhookSecretQuerySchema,
} from '@fleetglass/contract/event-plans'
import { eventMessageSchema } from '@fleetglass/contract/events'
import { endpoint, type HttpEndpoint } from '../../platform/http/index.ts'
import type { DeliveredReport, Delivery, DeliveryKind, EventDeliveries } from '../../services/event-deliveries/index.ts'

type Deliveries = Pick<EventDeliveries, 'list' | 'again' | 'secretOf'>

const reportKinds: readonly DeliveryKind[] = ['report', 'report-mail']

/** What push and realtime plans and reports have sent. */
export function deliveryEndpoints(deliveries: Deliveries): HttpEndpoint[] {
  const list = async (query: {
    readonly before?: number | undefined
    readonly reports: boolean
  }): Promise<EventDelivery[]> => {
    const page = { beforeId: query.before ?? null, limit: DELIVERIES_PAGE }
    return (await deliveries.list({ ...page, ...(query.reports && { kinds: reportKinds }) })).map(listed)
  }
  return [
    endpoint({
      method: 'POST',
      path: eventDeliveriesPath,
      access: advancedPlansAccess,
      audit: 'Read the delivery log of event plans',
      body: deliveriesQuerySchema,
      handle: ({ body }) => list(body),
    }),
    endpoint({
      method: 'PUT',
      path: eventDeliveriesPath,
      access: advancedPlansAccess,
      audit: 'Sent event delivery {id} again',
      body: deliveryAgainSchema,
      async handle({ body: { id, reports } }) {
        if (!(await deliveries.again(id))) throw new AppError('unknown-event-delivery')
        return list({ reports })
      },
    }),
    endpoint({
      method: 'POST',
      path: webhookSecretPath,
      access: advancedPlansAccess,
      audit: 'Read the signing secret of {script}',
      body: webhookSecretQuerySchema,
      handle: async ({ body: { script } }) => ({ secret: await deliveries.secretOf(script) }),
    }),
  ]
}

function listed({ id, kind, target, plan, body, state, attempts, outcome, detail, ...times }: Delivery): EventDelivery {
  return {
    id,
    kind,
    target,
    plan,
    ...contentOf(kind, body),
    state,
    attempts,
    outcome,
    detail,
    created: seconds(times.createdMs),
    tried: times.triedMs === null ? null : seconds(times.triedMs),
    due: state === 'waiting' ? seconds(times.dueMs) : null,
  }
}

function contentOf(
  kind: Delivery['kind'],
  body: string,
): Pick<EventDelivery, 'deviceid' | 'eventname' | 'eventid' | 'eventtime'> {
  if (reportKinds.includes(kind)) {
    const { filename, endtime } = JSON.parse(body) as DeliveredReport
    return { deviceid: '', eventname: filename, eventid: 0, eventtime: endtime }
  }
  const { deviceid, eventname, eventid, time } = eventMessageSchema.parse(JSON.parse(body))
  return { deviceid, eventname, eventid, eventtime: time }
}

function seconds(ms: number): number {
  return Math.floor(ms / 1000)
}
