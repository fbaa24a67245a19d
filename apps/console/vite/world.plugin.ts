import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { feature, mesh } from 'topojson-client'
import type { Plugin } from 'vite'
import { countryNames } from './country-names.ts'
import { packCells, packWorld, smoothLine, smoothRing, type World } from './world-cells.ts'

const virtualId = 'virtual:world'
const require = createRequire(import.meta.url)

type Topology = Parameters<typeof mesh>[0]
type Layer = NonNullable<Parameters<typeof mesh>[1]>
type Atlas = Topology & { readonly objects: { readonly countries: Layer; readonly land: Layer } }
type Areas = GeoJSON.FeatureCollection<GeoJSON.Polygon | GeoJSON.MultiPolygon | null, { name: string }>

/**
 * The ground of the map in three levels: the world at 1:110m inside the script, at 1:50m as one file, and at 1:10m as a
 * file of some kilobytes for every ten degrees, of which a view fetches the few it needs.
 */
export function world(): Plugin {
  const files = new Map<string, string>()
  let module = ''
  return {
    name: 'fleetglass-world',
    buildStart() {
      const far = readWorld('50m')
      const fine = readWorld('10m')
      const cells = packCells({
        land: fine.land.map((polygon) => polygon.map(smoothRing)),
        borders: fine.borders.map(smoothLine),
      })
      const texts = new Map([...cells].map(([name, cell]) => [name, JSON.stringify(cell)]))
      texts.set('far', JSON.stringify(packWorld(far)))
      const hash = createHash('sha256')
      for (const text of texts.values()) hash.update(text)
      const folder = `assets/world-${hash.digest('hex').slice(0, 8)}`
      for (const [name, text] of texts) {
        const path = `${folder}/${name}.json`
        files.set(`/${path}`, text)
        if (this.meta.watchMode || this.environment?.mode === 'dev') continue
        this.emitFile({ type: 'asset', fileName: path, source: text })
      }
      module = [
        `export const folder = ${JSON.stringify(`/${folder}`)}`,
        `export const cells = new Set(${JSON.stringify([...cells.keys()])})`,
        `export const coarse = ${JSON.stringify(packWorld(readWorld('110m')))}`,
        `export const names = ${JSON.stringify(countryNames(readCountries('50m')))}`,
      ].join('\n')
    },
    resolveId(id) {
      return id === virtualId ? `\0${virtualId}` : undefined
    },
    load(id) {
      return id === `\0${virtualId}` ? module : undefined
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const text = files.get(request.url ?? '')
        if (text === undefined) return next()
        response.setHeader('content-type', 'application/json')
        response.end(text)
      })
    },
  }
}

type Scale = '10m' | '50m' | '110m'

function readAtlas(scale: Scale): Atlas {
  return JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8')) as Atlas
}

function readWorld(scale: Scale): World {
  const atlas = readAtlas(scale)
  const { countries, land } = atlas.objects
  const areas = feature(atlas, land) as Areas
  return {
    land: areas.features.flatMap(({ geometry }) => polygonsOf(geometry)),
    borders: mesh(atlas, countries, (a, b) => a !== b).coordinates,
  }
}

function readCountries(scale: Scale) {
  const atlas = readAtlas(scale)
  const { features } = feature(atlas, atlas.objects.countries) as Areas
  return features.map(({ geometry, properties }) => ({ name: properties.name, polygons: polygonsOf(geometry) }))
}

function polygonsOf(geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon | null): GeoJSON.Position[][][] {
  if (!geometry) return []
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
}
