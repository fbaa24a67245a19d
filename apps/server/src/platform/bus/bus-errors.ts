import { AppError } from '@fleetglass/contract/errors'

/** No handler for this subject: reported at once, so that a command to a device which is not here does not wait. */
export class NoResponder extends Error {
  constructor(subject: string) {
    super(`nobody answers ${subject}`)
  }
}

export class RequestTimeout extends Error {
  constructor(subject: string, timeoutMs: number) {
    super(`no answer to ${subject} within ${timeoutMs} ms`)
  }
}

/** The request was not sent, or its answer can no longer come: the bus is disconnected or its queue is full. */
export class BusUnavailable extends AppError<'bus-unavailable'> {
  constructor() {
    super('bus-unavailable')
  }
}
