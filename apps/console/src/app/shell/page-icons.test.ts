import { consolePages } from '@fleetglass/contract/pages'
import { expect, it } from 'vitest'
import { builtPages } from '../pages.ts'
import { menuIcons, pageIcon } from './page-icons.ts'

it('no two entries of the bar have the same icon', () => {
  const built = new Set(builtPages.map(({ path }) => path))
  const inBar = consolePages.filter((page) => 'menu' in page && page.menu === 'bar' && built.has(page.path))
  const icons = [...inBar.map(({ path }) => pageIcon(path)), ...Object.values(menuIcons)]
  expect(icons.filter((icon, index) => icons.indexOf(icon) !== index)).toEqual([])
})
