// The thread of a download: the page goes on while it packs (MP4-32).
import { systemClock } from '../../../platform/clock/index.ts'
import { type DownloadedFile, type DownloadWish, RemoteDownload } from './remote-download.ts'

/** Messages of the worker to the page. */
export type DownloadNews =
  | { readonly type: 'received'; readonly bytes: number }
  | { readonly type: 'done'; readonly files: readonly DownloadedFile[] }
  | { readonly type: 'failed'; readonly reason: string }

const page = globalThis as unknown as {
  onmessage: ((event: MessageEvent<DownloadWish>) => void) | null
  postMessage(news: DownloadNews): void
}

/** The page is notified of new bytes this often, not for each frame. */
const reportMs = 250

page.onmessage = ({ data }) => {
  let bytes = 0
  let reported = 0
  const report = (): void => {
    if (bytes === reported) return
    reported = bytes
    page.postMessage({ type: 'received', bytes })
  }
  const timer = systemClock.every(reportMs, report)
  const end = (news: DownloadNews): void => {
    timer.cancel()
    report()
    page.postMessage(news)
  }
  new RemoteDownload(
    data,
    {
      received: (sum) => {
        bytes = sum
      },
      done: (files) => end({ type: 'done', files }),
      failed: (reason) => end({ type: 'failed', reason }),
    },
    systemClock,
  )
}
