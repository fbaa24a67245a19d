import { AppError } from '@fleetglass/contract/errors'
import { storageFault } from './storage-fault.ts'

/** What the caller may know of anything that was thrown: ERR0-06 keeps stacks and paths inside the server. */
export function expectedError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return storageFault(error) ?? new AppError('internal')
}
