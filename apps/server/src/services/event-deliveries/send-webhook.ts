// Belongs here: one POST of one event or file. Does not: when it is tried again (event-deliveries.ts), which targets are allowed (platform/outbound).
import { createHmac } from 'node:crypto'
import { AppError } from '@fleetglass/contract/errors'
import type { Clock } from '../../platform/clock/index.ts'
import { OutboundTimeout, requestOutbound } from '../../platform/outbound/index.ts'
import type { Attempt, Delivery } from './delivery.types.ts'

/** PLAN-56. */
const ATTEMPT_MS = 30_000
/** What is read of an answer: the rest is for nobody. */
const ANSWER_BYTES = 2_048
const DETAIL_MAX = 300

/**
 * The secret of one receiver, in the form of Standard Webhooks. Each address has its own, so that a receiver cannot sign for another one;
 * all are made of the key of the site, so that none is stored.
 */
export function webhookSecret(siteKey: string, address: string): string {
  return `whsec_${createHmac('sha256', Buffer.from(siteKey, 'base64')).update(address).digest('base64')}`
}

/** The header fields of Standard Webhooks: id, time and signature of both and the body. */
export function webhookHeaders(
  secret: string,
  { id, timeS, body }: { readonly id: string; readonly timeS: number; readonly body: string },
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timeS}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timeS),
    'webhook-signature': `v1,${signature}`,
  }
}

export interface WebhookContent {
  readonly body: string
  /** Beside those of Standard Webhooks, or instead. */
  readonly headers?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

export async function sendWebhook(
  { clock, allowLocal }: { readonly clock: Clock; readonly allowLocal: boolean },
  { id, createdMs, target }: Pick<Delivery, 'id' | 'createdMs' | 'target'>,
  { body, headers: more = {}, timeoutMs = ATTEMPT_MS }: WebhookContent,
  secret: string,
  signal: AbortSignal,
): Promise<Attempt> {
  const timeS = Math.floor(clock.nowMs() / 1000)
  // The same in every attempt, so that a receiver can leave out what it has; another one when it is sent again by hand.
  const headers = { ...webhookHeaders(secret, { id: `fleetglass-${id}-${createdMs}`, timeS, body }), ...more }
  try {
    const { status, text } = await requestOutbound(
      { clock, allowLocal },
      {
        url: new URL(target),
        method: 'POST',
        headers,
        body,
        timeoutMs,
        answerBytesMax: ANSWER_BYTES,
        cutsAnswer: true,
        signal,
      },
    )
    const isDone = status >= 200 && status < 300
    return { isDone, isFinal: status === 410, isAway: false, outcome: `status-${status}`, detail: detailOf(text) }
  } catch (error) {
    const outcome =
      error instanceof OutboundTimeout ? 'timeout' : error instanceof AppError ? error.code : 'unreachable'
    const detail = detailOf(error instanceof Error ? error.message : String(error))
    return { isDone: false, isFinal: outcome === 'target-not-allowed', isAway: true, outcome, detail }
  }
}

/** A text of another system, as it may be stored and shown. */
export function detailOf(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_MAX)
}
