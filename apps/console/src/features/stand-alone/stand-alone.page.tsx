import { type BadAddress, readStandAlone, type StandAlonePage } from '@fleetglass/contract/stand-alone'
import { useEffect, useMemo } from 'react'
import { sha256Hex } from '../../platform/sha256/index.ts'
import { type Translate, useText } from '../../platform/texts/index.ts'
import { FilePage } from './components/file-page.tsx'
import { LivePage } from './components/live-page.tsx'
import { RecordedPage } from './components/recorded-page.tsx'
import { StreamAlert } from './components/stream-alert.tsx'
import './stand-alone.css'

/** A stream or a file by the address of the page alone, in one column (STAND-02 … 06, STAND-12). */
export function StandAlone(props: {
  readonly page: StandAlonePage
  readonly query: Readonly<Record<string, string>>
  /** The page's own host. */
  readonly host: string
}) {
  const { page, query, host } = props
  const t = useText()
  const read = useMemo(() => readStandAlone(page, query, { host, hash: sha256Hex }), [page, query, host])
  const wish = 'wish' in read ? read.wish : null
  const title = wish === null ? null : t(titles[page], { device: wish.deviceId })
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return (
    <main className="stream-page" data-page={page}>
      {title === null ? null : <h1 className="stream-title">{title}</h1>}
      {'bad' in read ? <StreamAlert texts={[t('standAlone.failParam'), badAddressText(read.bad, t)]} /> : null}
      {wish !== null && page === 'live' ? <LivePage wish={wish} /> : null}
      {wish !== null && (page === 'playback' || page === 'remote') ? <RecordedPage from={page} wish={wish} /> : null}
      {wish !== null && (page === 'dlplayback' || page === 'dlremote') ? (
        <FilePage from={page === 'dlremote' ? 'remote' : 'playback'} wish={wish} />
      ) : null}
    </main>
  )
}

function badAddressText({ parameter, fault }: BadAddress, t: Translate): string {
  return t(fault === 'missing' ? 'standAlone.missingParam' : 'standAlone.badParam', { name: parameter })
}

const titles = {
  live: 'standAlone.live',
  playback: 'standAlone.playback',
  remote: 'standAlone.remote',
  dlplayback: 'standAlone.file',
  dlremote: 'standAlone.file',
} as const
