import type { ErrorCode } from '@fleetglass/contract/errors'
import {
  type Languages,
  languagesSchema,
  textsPath,
  translationSavePath,
  translationTokenPath,
  translationTokenSchema,
} from '@fleetglass/contract/translations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useServerCall, useSession } from '../../engines/channel/index.ts'
import { askJson, CallRefused, mayAskAgain } from '../../platform/http/index.ts'
import { useClock, usePreferences } from '../../platform/preferences/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { notify } from '../../ui/index.ts'

/** I18N-12: the editor reloads so long after a save. */
const RELOAD_AFTER_MS = 3000

/** How a save is refused whose link was replaced meanwhile. */
const LINK_REPLACED: ErrorCode = 'unknown-path'

/** The texts as they are edited, with what a save needs. */
export interface LoadedTexts extends Languages {
  readonly token: string
  readonly version: string
}

/** Every text of every language, as the server has it now. */
export function useTranslations() {
  const call = useServerCall()
  const { userName } = useSession()
  return useQuery({
    queryKey: ['translations', userName],
    // The version first: when another user saves between the two, a save of ours is refused and loses nothing of theirs.
    queryFn: async (): Promise<LoadedTexts> => {
      const { token, version } = translationTokenSchema.parse(await call('POST', translationTokenPath, {}))
      return { ...languagesSchema.parse(await askJson('GET', textsPath)), token, version }
    },
    retry: mayAskAgain,
    // Edits must not be lost to an automatic refresh.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function useSaveTranslations() {
  const t = useText()
  const clock = useClock()
  const { log } = usePreferences()
  const call = useServerCall()
  const reload = useReload()
  const latest = useRef(reload)
  latest.current = reload
  return useMutation({
    mutationFn: async ({ token, version, configs, raw, data }: LoadedTexts) => {
      const put = (to: string) =>
        askJson('PUT', translationSavePath.replace(':token', to), { configs, raw, data, version }, 'text/plain')
      try {
        await put(token)
      } catch (error) {
        if (!(error instanceof CallRefused) || error.code !== LINK_REPLACED) throw error
        // Somebody made a new link: the texts are still saved, on top of the version that they were made from.
        await put(translationTokenSchema.parse(await call('POST', translationTokenPath, {})).token)
      }
    },
    onSuccess: () => {
      notify.success(t('toast.success'))
      // The fields are closed until then.
      return new Promise<void>((resolve) => {
        clock.after(RELOAD_AFTER_MS, () => void latest.current().finally(resolve))
      })
    },
    // I18N-13: without the reason, which the log has.
    onError: (error) => {
      notify.error(t('toast.error'))
      log(`the translations were not saved: ${error.message}`)
    },
    meta: { saysItself: true },
  })
}

/** Replaces the secret path: a save that somebody else began needs the new one. */
export function useNewLink() {
  const t = useText()
  const call = useServerCall()
  const reload = useReload()
  return useMutation({
    mutationFn: () => call('DELETE', translationTokenPath, {}),
    onSuccess: async () => {
      notify.success(t('i18n.linkReplaced'))
      await reload()
    },
  })
}

/** Reads the texts again, and shows them in this console too. */
export function useReload(): () => Promise<void> {
  const queries = useQueryClient()
  const { userName } = useSession()
  const { languages } = usePreferences()
  return async () => {
    await Promise.all([queries.refetchQueries({ queryKey: ['translations', userName] }), languages.refresh()])
  }
}
