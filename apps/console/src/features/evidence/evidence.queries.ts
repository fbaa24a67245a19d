import { can } from '@fleetglass/contract/access'
import { positionAccess } from '@fleetglass/contract/devices'
import {
  custodyPath,
  custodySchema,
  type EvidencePackage,
  type EvidenceShare,
  evidenceCoverAddress,
  evidenceFileAddress,
  evidenceKeyPath,
  evidenceKeySchema,
  evidenceListSchema,
  evidencePath,
  evidenceSharesPath,
  evidenceSharesSchema,
  madeShareSchema,
  releaseAccess,
  type shareRequestSchema,
} from '@fleetglass/contract/evidence'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { useLanguages } from '../../platform/preferences/index.ts'
import { usePolledQuery } from '../../platform/queries/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { EVIDENCE_QUERY } from '../../shared/evidence/index.ts'
import { notify } from '../../ui/index.ts'

const REFRESH_MS = 3_000
const SHARES_QUERY = 'evidence-shares'

/** The packages, the newest first. */
export function useEvidence() {
  const { userName } = useSession()
  return usePolledQuery({
    queryKey: [EVIDENCE_QUERY, userName],
    queryFn: async () => evidenceListSchema.parse(await askJson('GET', evidencePath)),
    everyMs: REFRESH_MS,
    // Nobody watches for those of others: the list is read again when the page opens, and after each save.
    mayChange: (packages) => packages.some(({ state }) => state === 'waiting' || state === 'making'),
  })
}

/** Who had a package. Asking is a step of it: it is asked once each time that the dialog opens. */
export function useCustody(id: string) {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['evidence-custody', userName, id],
    queryFn: async () => custodySchema.parse(await askJson('GET', `${custodyPath}?id=${encodeURIComponent(id)}`)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Links that open a package without an account. */
export function useShares(id: string) {
  const { userName } = useSession()
  return useQuery({
    queryKey: [SHARES_QUERY, userName, id],
    queryFn: async () =>
      evidenceSharesSchema.parse(await askJson('GET', `${evidenceSharesPath}?id=${encodeURIComponent(id)}`)),
    retry: false,
  })
}

export function useShareWrites() {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: [SHARES_QUERY] })
  const make = useMutation({
    mutationFn: async (request: z.input<typeof shareRequestSchema>) =>
      madeShareSchema.parse(await call('POST', evidenceSharesPath, request)),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: ({ share }: EvidenceShare) => call('DELETE', evidenceSharesPath, { share }),
    onSuccess: () => notify.success(t('evidence.shareRevoked')),
    onSettled,
  })
  return { make, revoke }
}

export function useEvidenceKey() {
  return useQuery({
    queryKey: ['evidence-key'],
    queryFn: async () => evidenceKeySchema.parse(await askJson('GET', evidenceKeyPath)),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useMayRelease(): boolean {
  return can(useSession().rights, releaseAccess)
}

export function useRelease() {
  const t = useText()
  const call = useServerCall()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: EvidencePackage) => call('DELETE', evidencePath, { id }),
    onSuccess: () => notify.success(t('evidence.released')),
    onSettled: () => queries.invalidateQueries({ queryKey: [EVIDENCE_QUERY] }),
  })
}

/** Whether a package may be downloaded by who is logged in. */
export function useMayDownload(): (one: EvidencePackage) => boolean {
  const { rights } = useSession()
  return ({ track }) => !track || can(rights, positionAccess)
}

/** Has the browser load a package. The address holds the hash: never log it. */
export function useEvidenceFile(): (one: EvidencePackage) => void {
  const { userName: user, passwordHash: password } = useSession()
  return ({ id }) => load(evidenceFileAddress({ id, user, password }), '')
}

/** Has the browser load the record and the chain of custody of a package as a PDF file. */
export function useCoverSheet(): (one: EvidencePackage) => void {
  const { shown: language } = useLanguages()
  return ({ id, time }) => {
    const tz = -new Date(time * 1000).getTimezoneOffset()
    load(evidenceCoverAddress({ id, language, tz }), `evidence-${id}.pdf`)
  }
}

function load(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
