import { can } from '@fleetglass/contract/access'
import { type EvidenceRequest, evidenceAccess, evidencePath } from '@fleetglass/contract/evidence'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** Begins the key of each query of evidence packages. */
export const EVIDENCE_QUERY = 'evidence'

export function useMaySaveEvidence(): boolean {
  return can(useSession().rights, evidenceAccess)
}

export function useSaveEvidence() {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (request: EvidenceRequest) => call('POST', evidencePath, request),
    onSuccess: async () => {
      notify.success(t('evidence.saving'))
      await queries.invalidateQueries({ queryKey: [EVIDENCE_QUERY] })
    },
    meta: { saysItself: true },
    onError: ({ message }: Error) => notify.error(message, { id: evidencePath }),
  })
}
