export { type DownloadState, useDownload } from './download/use-download.ts'
export {
  isOverMax,
  maxChannels,
  next,
  type Onward,
  type RemoteEvent,
  type RemoteState,
  startRemote,
  type Take,
} from './remote.machine.ts'
export { SharedStream } from './shared-stream.ts'
export { type ShownRecord, withCurrent } from './shown-records.ts'
export { StartSlider } from './start-slider.tsx'
export { useRemotePlayers } from './use-remote-players.ts'
