import { describe, expect, it } from 'vitest'
import { readSiteConfig } from '../config/index.ts'
import { sha256Hex } from '../sha256/index.ts'
import { type Arrival, decideAdmission } from './admission.ts'

const lastTrialMs = 1_556_668_800_000 - 1

function come(more: Partial<Omit<Arrival, 'site'>> & { readonly site?: object } = {}) {
  const { site = {}, ...rest } = more
  return decideAdmission({
    path: '/',
    nowMs: Date.UTC(2026, 0, 1),
    cameInBy: null,
    hasWebgl: () => true,
    ...rest,
    site: readSiteConfig(site),
  })
}

describe('the entrance', () => {
  const entrance = sha256Hex('/a-door')

  it('[SHELL-123] a visitor from another path is sent to the configured address', () => {
    const site = { entrance, entranceRedirect: 'https://elsewhere.test/' }
    expect(come({ site })).toEqual({ kind: 'elsewhere', address: 'https://elsewhere.test/' })
    expect(come({ site, path: '/A-door' })).toMatchObject({ kind: 'elsewhere' })
    expect(come({ site, path: '/a-door' })).toEqual({ kind: 'admitted' })
    expect(come({ site: { ...site, entrance: entrance.toLowerCase() }, path: '/a-door' })).toEqual({ kind: 'admitted' })
  })

  it('[SHELL-124] [SHELL-126] without one, or with one that would run a script, to a search engine', () => {
    const toSearch = { kind: 'elsewhere', address: 'https://www.google.com/' }
    expect(come({ site: { entrance } })).toEqual(toSearch)
    expect(come({ site: { entrance, entranceRedirect: 'javascript:alert(1)' } })).toEqual(toSearch)
    expect(come({ site: { entrance: 'no hash at all' } })).toEqual(toSearch)
  })

  it('[SHELL-125] without an entrance every path lets in', () => {
    expect(come({ path: '/anything' })).toEqual({ kind: 'admitted' })
    expect(come({ path: '/anything', site: { entrance: '' } })).toEqual({ kind: 'admitted' })
  })

  it('[SHELL-126] a tab that came in by this entrance may load other pages, by another it may not', () => {
    expect(come({ site: { entrance }, path: '/blockview', cameInBy: entrance })).toEqual({ kind: 'admitted' })
    expect(come({ site: { entrance }, path: '/blockview', cameInBy: sha256Hex('/old') }).kind).toBe('elsewhere')
  })
})

describe('the trial', () => {
  it('[SHELL-127] [SHELL-128] is over from 1556668800 on', () => {
    expect(come({ site: { trial: true }, nowMs: lastTrialMs })).toEqual({ kind: 'admitted' })
    expect(come({ site: { trial: true }, nowMs: lastTrialMs + 1 })).toEqual({ kind: 'trial-over' })
  })

  it('[SHELL-129] is off unless the site enables it', () => {
    expect(come()).toEqual({ kind: 'admitted' })
    expect(come({ site: { trial: 'yes' } })).toEqual({ kind: 'admitted' })
  })
})

it('[SHELL-130] a browser without WebGL is detected', () => {
  expect(come({ hasWebgl: () => false })).toEqual({ kind: 'no-webgl' })
})
