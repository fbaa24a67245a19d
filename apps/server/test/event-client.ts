// The console's side of `/event`, for tests.
import { EVENT_PATH, type EventMessage, eventMessageSchema } from '@fleetglass/contract/events'
import { until } from '@fleetglass/testkit'
import { WebSocket } from 'ws'
import { sha256 } from './channel-client.ts'
import { ADMIN, ADMIN_PASSWORD } from './harness.ts'

export class EventClient {
  /** Every event that came, in order. */
  readonly events: EventMessage[] = []
  readonly closed: Promise<{ code: number; reason: string }>
  readonly socket: WebSocket

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('message', (data) => this.events.push(eventMessageSchema.parse(JSON.parse(String(data)))))
    this.closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
    )
  }

  /** A socket that said nothing yet. */
  static async connect(port: number): Promise<EventClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${EVENT_PATH}`, { perMessageDeflate: false })
    const client = new EventClient(socket)
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    return client
  }

  /** One whose login was taken, so that no later event passes it by, or refused. */
  static async login(port: number, user = ADMIN, password = ADMIN_PASSWORD): Promise<EventClient> {
    const client = await EventClient.connect(port)
    const taken = new Promise((resolve) => client.socket.once('ping', resolve))
    client.say({ user, password: sha256(password) })
    await Promise.race([taken, client.closed])
    return client
  }

  say(message: unknown): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The first event of this number, and of this kind, that came or comes. */
  next(eventid: number, cmd: EventMessage['cmd'] = 'new', deviceid?: string): Promise<EventMessage> {
    const found = () =>
      this.events.find(
        (event) =>
          event.eventid === eventid && event.cmd === cmd && (deviceid === undefined || event.deviceid === deviceid),
      )
    return until(`event ${eventid} ${cmd}`, found)
  }

  close(): void {
    this.socket.terminate()
  }
}
