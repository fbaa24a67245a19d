import type { PageMenu, PagePath } from '@fleetglass/contract/pages'
import type { IconName } from '../../platform/icons/index.ts'

const icons: Partial<Record<PagePath, IconName>> = {
  '/': 'map',
  '/blockview': 'dashboard',
  '/treeview': 'tree',
  '/liveview/:deviceid?': 'live',
  '/gpsplayback': 'route',
  '/splayback/:deviceid?': 'playback',
  '/remoteplayback/:deviceid?': 'cloud',
  '/devicesetup': 'sliders',
  '/talklog': 'talk',
}

/** The icon of an entry of the bar. */
export function pageIcon(path: string): IconName {
  return icons[path as PagePath] ?? 'list'
}

export const menuIcons: Readonly<Record<Exclude<PageMenu, 'bar'>, IconName>> = {
  events: 'events',
  reports: 'reports',
  information: 'info',
  settings: 'settings',
}
