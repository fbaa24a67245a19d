import type { StandAloneWish } from '@fleetglass/contract/stand-alone'
import { useEffect, useMemo } from 'react'
import { useText } from '../../../platform/texts/index.ts'
import { durationText, localTimeText } from '../../../platform/time/index.ts'
import { type FilmSource, type FilmWish, useFilm } from '../use-film.ts'
import { FilmControl } from './film-control.tsx'
import { StreamAlert } from './stream-alert.tsx'
import { useServer } from './stream-tiles.tsx'

/** STAND-05, STAND-06: the download starts by itself. */
export function FilePage({ from, wish }: { readonly from: FilmSource; readonly wish: StandAloneWish }) {
  const t = useText()
  const server = useServer(wish.info)
  const film = useFilm(from)
  const { start, close } = film
  const { deviceId, channels, startS, durationS, main } = wish
  const part = useMemo<FilmWish>(
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
      <StreamAlert texts={film.state.kind === 'failed' ? [t('standAlone.downloadFail')] : []} />
      <p className="muted num">
        {t('standAlone.part', { time: localTimeText(startS), length: durationText(durationS) })}
      </p>
      <FilmControl state={film.state} onStart={() => start(part)} onClose={close} />
    </>
  )
}
