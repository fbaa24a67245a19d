export {
  mayTalk,
  useMayBroadcast,
  useMayEditDevice,
  useMayLive,
  useMayLivePopup,
  useMayOpen,
  useMayPlayback,
  useMayRemoteSettings,
  useMaySteer,
  useMayTalk,
  useMayTalkOnHttps,
  useMayTrack,
} from './may.ts'
