/** The part of an HTTP response that is needed here. */
export interface ClosingResponse {
  readonly destroyed: boolean
  once(event: 'close', listener: () => void): unknown
}

/** Calls back when the response is over; at once where the client went before anybody waited for that. */
export function whenClosed(response: ClosingResponse, closed: () => void): void {
  if (response.destroyed) closed()
  else response.once('close', closed)
}
