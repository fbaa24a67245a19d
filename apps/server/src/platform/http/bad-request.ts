import { AppError } from '@fleetglass/contract/errors'

/** What Fastify and its plugins refuse by themselves, as an error of the catalogue; `null` for a failure of the server. */
export function badRequest({ statusCode, message }: Error & { readonly statusCode?: number }): AppError | null {
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return null
  switch (statusCode) {
    case 403:
    case 404:
      return new AppError('unknown-path')
    case 413:
      return new AppError('body-too-large')
    case 415:
      return new AppError('unreadable-body')
    default:
      return message.includes('JSON')
        ? new AppError('unreadable-body')
        : new AppError('invalid-request', { reason: message })
  }
}
