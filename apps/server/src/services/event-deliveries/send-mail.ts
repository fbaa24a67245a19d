// Belongs here: the mail of one event, and what the end of a mail means. Does not: SMTP (platform/mail).
import { AppError } from '@fleetglass/contract/errors'
import { eventLabel } from '@fleetglass/contract/events'
import { isFinalMailFailure, type Mail } from '../../platform/mail/index.ts'
import type { OutgoingEvent } from '../event-push/index.ts'
import type { Attempt } from './delivery.types.ts'

export async function sendMail(
  mail: Pick<Mail, 'send'>,
  receivers: readonly string[],
  event: OutgoingEvent,
  utcOffsetMinutes: number,
): Promise<Attempt> {
  const attempt = await attemptOf(mail.send({ to: receivers, ...mailOf(event, utcOffsetMinutes) }))
  // An event is of now: its mail is of no use once a mail server is set up.
  return { ...attempt, isFinal: attempt.isFinal || attempt.outcome === 'mail-not-configured' }
}

/** How one attempt to send a mail ended. */
export async function attemptOf(sent: Promise<void>): Promise<Attempt> {
  try {
    await sent
    return { isDone: true, isFinal: true, isAway: false, outcome: 'sent', detail: '' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code: outcome, message: detail } = error
    return { isDone: false, isFinal: isFinalMailFailure(error), isAway: false, outcome, detail }
  }
}

/** PLAN-60. The time is that of the vehicle. */
function mailOf(event: OutgoingEvent, utcOffsetMinutes: number): { readonly subject: string; readonly text: string } {
  const name = event.eventname || eventLabel(event.eventid) || `Event ${event.eventid}`
  const { lat, lng, speed, vehicleid } = event
  const isPlaced = lat !== undefined && lng !== undefined
  const lines = [
    ['Event', name],
    ['Device ID', event.deviceid],
    ['Vehicle ID', vehicleid],
    ['Time', localTime(event.time, utcOffsetMinutes)],
    ['Position', isPlaced ? `${lat.toFixed(6)}, ${lng.toFixed(6)}` : 'unknown'],
    ['Speed', speed === undefined ? 'unknown' : `${speed} km/h`],
    ...(event.notifytext === undefined ? [] : [['Notice', event.notifytext]]),
    ...(event.memo === '' ? [] : [['Memo', event.memo]]),
  ]
  const subject = `${name}: ${vehicleid || event.deviceid}`.replace(/[\p{C}\s]+/gu, ' ')
  return { subject, text: `${lines.map(([label, value]) => `${label}: ${value}`).join('\n')}\n` }
}

function localTime(timeS: number, utcOffsetMinutes: number): string {
  const local = new Date((timeS + utcOffsetMinutes * 60) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const minutes = Math.abs(utcOffsetMinutes)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${local} (UTC${utcOffsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)})`
}
