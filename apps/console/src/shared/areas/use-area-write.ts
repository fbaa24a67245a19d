import { useMutation } from '@tanstack/react-query'
import { notify } from '../../ui/index.ts'

/** Saves or removes an area. `write` answers the server's message, which stands below the notice of the outcome. */
export function useAreaWrite(options: {
  readonly write: () => Promise<string>
  readonly noticeId: string
  readonly done: string
  readonly failed: string
}) {
  const { write, noticeId, done, failed } = options
  return useMutation({
    mutationFn: write,
    onSuccess: (detail) => notify.success(done, { detail, id: noticeId }),
    onError: (cause) => showAreaFault(failed, cause, noticeId),
    meta: { saysItself: true },
  })
}

/** Why an area could not be opened or written. */
export function showAreaFault(text: string, cause: unknown, noticeId: string): void {
  notify.error(text, { detail: cause instanceof Error ? cause.message : String(cause), id: noticeId })
}
