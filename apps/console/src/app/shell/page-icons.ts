import type { PageMenu } from '@fleetglass/contract/pages'
import type { IconName } from '../../platform/icons/index.ts'
import { builtPages } from '../pages.ts'

/** The icon of an entry of the bar. */
export function pageIcon(path: string): IconName {
  return builtPages.find((page) => page.path === path)?.icon ?? 'list'
}

export const menuIcons: Readonly<Record<Exclude<PageMenu, 'bar'>, IconName>> = {
  events: 'events',
  reports: 'reports',
  information: 'info',
  settings: 'settings',
}
