import { can, type Rights } from '@fleetglass/contract/access'
import { mayBroadcast } from '@fleetglass/contract/broadcast'
import { settingsAccess } from '@fleetglass/contract/device-settings'
import { mayOpen, type PagePath, pageOf } from '@fleetglass/contract/pages'
import { ptzAccess } from '@fleetglass/contract/ptz'
import { remoteSettingsAccess } from '@fleetglass/contract/remote-settings'
import { streamRights } from '@fleetglass/contract/streams'
import { trackAccess } from '@fleetglass/contract/tracks'
import { useSession } from '../../engines/channel/index.ts'
import { usePreferences } from '../../platform/preferences/index.ts'
import { useVisitor } from '../visitor/index.ts'

/** Whether a way to a page may be offered. */
export function useMayOpen(path: PagePath): boolean {
  const visitor = useVisitor()
  return mayOpen(pageOf(path), visitor)
}

/** Whether a way to the live view of a device may be offered. */
export function useMayLive(): boolean {
  return useMayOpen('/liveview/:deviceid?')
}

/** The same for its recordings. */
export function useMayPlayback(): boolean {
  return useMayOpen('/splayback/:deviceid?')
}

/** Whether the live view popup may be offered: the site can switch it off by itself. */
export function useMayLivePopup(): boolean {
  const { site } = usePreferences()
  return useMayLive() && !site.disableLivePopup
}

/** Whether recorded positions of devices may be requested. */
export function useMayTrack(): boolean {
  return can(useSession().rights, trackAccess)
}

/** Whether a talk may be offered where a browser gives its microphone (TALK-06). */
export function useMayTalk(): boolean {
  return mayTalk(useSession().rights)
}

export function mayTalk(rights: Rights): boolean {
  return can(rights, streamRights.talk) && window.isSecureContext
}

/** The same for the dashboard and for notices of calls: on https only (DASH-35, TALK-04). */
export function useMayTalkOnHttps(): boolean {
  return useMayTalk() && window.location.protocol === 'https:'
}

/** Whether a broadcast may be offered (BCST-04, BCST-05). */
export function useMayBroadcast(): boolean {
  const { site } = usePreferences()
  return mayBroadcast(useSession().rights, site)
}

/** Whether the settings that are stored in a device may be offered (RDEV-003). */
export function useMayRemoteSettings(): boolean {
  return can(useSession().rights, remoteSettingsAccess)
}

/** Whether the steering of cameras may be offered (PTZ-07). */
export function useMaySteer(): boolean {
  return can(useSession().rights, ptzAccess)
}

/** Whether the editor of a device's record on the server may be offered (SDEV-03). */
export function useMayEditDevice(): boolean {
  return can(useSession().rights, settingsAccess)
}
