// Makes text of pages: a month is 50 MB of it, and the loop that moves media is not to wait for that.
import { serveCalls } from '../../platform/worker/index.ts'
import { pageText, type TrackTextOptions, type TrackTextState } from '../../services/tracks/index.ts'

export interface TrackTextCall {
  readonly values: Float64Array
  readonly options: TrackTextOptions
  readonly before: TrackTextState
}

serveCalls<null, TrackTextCall>(() => ({
  handle: ({ values, options, before }) => pageText(values, options, before),
}))
