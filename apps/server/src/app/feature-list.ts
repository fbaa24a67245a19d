import { basemapFeature } from '../features/basemap/index.ts'
import type { FeatureModule } from '../features/define-feature.ts'
import { embeddedPagesFeature } from '../features/embedded-pages/index.ts'
import { geocodeFeature } from '../features/geocode/index.ts'
import { groupsFeature } from '../features/groups/index.ts'
import { memosFeature } from '../features/memos/index.ts'

/** Every feature of the server. A new one is a line here; nothing else of it is wired by hand. */
export const featureList: readonly FeatureModule[] = [
  basemapFeature,
  embeddedPagesFeature,
  geocodeFeature,
  groupsFeature,
  memosFeature,
]
