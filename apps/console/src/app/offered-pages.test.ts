import { accessFlags } from '@fleetglass/contract/access'
import { expect, it } from 'vitest'
import { readSiteConfig } from '../platform/config/index.ts'
import { offeredPages } from './offered-pages.ts'
import { pages } from './pages.ts'

const standard = readSiteConfig(undefined)
const granting = (...flags: string[]) => ({
  permission: 2,
  access: accessFlags.map((flag) => (flags.includes(flag) ? '1' : '0')).join(''),
})
const paths = (...flags: string[]) => offeredPages(pages, granting(...flags), standard).map(({ path }) => path)

it('SHELL-079 SHELL-081 SHELL-083 RIGHT-082 a page is there with its right only', () => {
  expect(paths()).toEqual([])
  expect(paths('P_dash')).toEqual(['/blockview'])
  expect(paths('P_live')).toEqual(['/liveview/:deviceid?'])
  expect(paths('P_lopb')).toEqual(['/splayback/:deviceid?'])
  expect(paths('F_gps')).toEqual(['/'])
})

it('RIGHT-078 RIGHT-079 the site can switch pages off whatever the rights say', () => {
  const site = readSiteConfig({ disableLive: true, disablePlayback: true, disableMap: true })
  const all = granting('F_gps', 'P_dash', 'P_live', 'P_lopb')
  expect(offeredPages(pages, all, site).map(({ path }) => path)).toEqual(['/blockview'])
})
