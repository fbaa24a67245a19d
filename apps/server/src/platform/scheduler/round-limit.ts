import type { Clock } from '../clock/index.ts'

/**
 * Whether a round of a job is over: its time is used up, or the job is to end. A job that removes what is old goes on in its next round, so that a large
 * removal neither keeps the database busy for hours nor is out of reach of a person who sees the mistake.
 */
export function limitRound(
  { clock, signal }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly signal: AbortSignal },
  longestMs: number,
): () => boolean {
  const endMs = clock.monotonicMs() + longestMs
  return () => signal.aborted || clock.monotonicMs() >= endMs
}
