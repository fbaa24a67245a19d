import { type ControlWord, controlWordPath, controlWordSchema, wordText } from '@fleetglass/contract/devices'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import { useText } from '../../platform/texts/index.ts'
import { ConfirmDialog } from '../../ui/index.ts'
import { deviceActions } from './device-actions.ts'

/**
 * Names the command word before a card is formatted: it is the maker's own, and other makers use such words for driving. A
 * device for whose model none is known has nothing to confirm.
 */
export function FormatCard(props: {
  readonly open: boolean
  readonly deviceId: string
  readonly about: string
  readonly onConfirm: (word: number) => Promise<unknown>
  readonly onClose: () => void
}) {
  const t = useText()
  const { open, deviceId, about, onConfirm, onClose } = props
  const { data: word, error } = useControlWord(deviceId, open)
  const { titleKey, hintKey, labelKey } = deviceActions.format
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      about={about}
      title={t(titleKey, { device: deviceId })}
      text={t(hintKey)}
      confirmLabel={t(labelKey)}
      disabled={word === undefined}
      onConfirm={async () => {
        if (word !== undefined) await onConfirm(word.word)
      }}
    >
      {error === null ? null : <p role="alert">{error.message}</p>}
      {error === null && word === undefined ? <p className="muted">{t('action.wordReading')}</p> : null}
      {word === undefined || word.standard ? null : <WordNotice word={word} />}
    </ConfirmDialog>
  )
}

function WordNotice({ word: { word, elsewhere } }: { readonly word: ControlWord }) {
  const t = useText()
  const params = { word: wordText(word) }
  return (
    <p role="status">
      {t('action.wordOwn', params)}
      {elsewhere === null ? null : <strong>{` ${t(`action.word.${elsewhere}`, params)}`}</strong>}
    </p>
  )
}

function useControlWord(deviceId: string, enabled: boolean) {
  const { userName: username, passwordHash: password } = useSession()
  return useQuery({
    queryKey: ['control-word', deviceId, username],
    queryFn: async () =>
      controlWordSchema.parse(
        await askJson('POST', controlWordPath, { username, password, deviceid: deviceId, cmd: 'format' }),
      ),
    enabled,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })
}
