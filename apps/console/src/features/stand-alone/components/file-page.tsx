import type { StandAloneWish } from '@fleetglass/contract/stand-alone'
import { useEffect, useMemo } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import { type Mp4Request, type Mp4Source, useMp4Download } from '../use-mp4-download.ts'
import { Mp4Control } from './mp4-control.tsx'
import { StreamAlert } from './stream-alert.tsx'
import { useServer } from './stream-tiles.tsx'

/** STAND-05, STAND-06: the download starts by itself. */
export function FilePage({ from, wish }: { readonly from: Mp4Source; readonly wish: StandAloneWish }) {
  const t = useText()
  const server = useServer(wish.info)
  const mp4 = useMp4Download(from)
  const { start, close } = mp4
  const { deviceId, channels, startS, durationS, main } = wish
  const part = useMemo<Mp4Request>(
    () => ({ server, deviceId, channels, main: main === true, startS, endS: startS + durationS }),
    [server, deviceId, channels, main, startS, durationS],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a part, regardless of the state of the download
  useEffect(() => {
    start(part)
    return close
  }, [part])
  return (
    <>
      <StreamAlert texts={mp4.state.kind === 'failed' ? [t('standAlone.downloadFail')] : []} />
      <p className="muted num">
        {t('standAlone.part', { time: localTimeText(startS), length: durationText(durationS) })}
      </p>
      <Mp4Control state={mp4.state} onStart={() => start(part)} onClose={close} />
    </>
  )
}
