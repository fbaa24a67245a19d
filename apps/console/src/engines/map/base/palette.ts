import type { MapTone } from '../map.types.ts'

/** The colours of the ground: quiet, so that the vehicles are what is seen. */
export interface Palette {
  readonly water: string
  readonly shore: string
  readonly land: string
  readonly town: string
  readonly coast: string
  readonly border: string
  readonly graticule: string
  readonly label: string
  readonly faint: string
  readonly halo: string
  readonly seaLabel: string
}

export const palettes: Record<MapTone, Palette> = {
  light: {
    water: '#d3e3ee',
    shore: '#a9c9de',
    land: '#f4f2ec',
    town: '#e3dccd',
    coast: '#8fb0c6',
    border: '#b3a58f',
    graticule: '#8ba9bd',
    label: '#3c4858',
    faint: '#5f6d7e',
    halo: '#faf9f6',
    seaLabel: '#4b7590',
  },
  dark: {
    water: '#0c1722',
    shore: '#17304a',
    land: '#1b2733',
    town: '#273746',
    coast: '#39536b',
    border: '#55677a',
    graticule: '#456078',
    label: '#c9d5e1',
    faint: '#93a3b4',
    halo: '#141e28',
    seaLabel: '#7fa5c2',
  },
}
