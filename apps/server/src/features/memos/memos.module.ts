import { defineFeature } from '../define-feature.ts'
import { memoEndpoints } from './memos.routes.ts'
import { createMemos } from './memos.service.ts'
import { createMemoStore } from './memos.store.ts'

export const memosFeature = defineFeature({
  name: 'memos',
  needs: ['database', 'registry', 'visibility', 'site'],
  start({ database, registry, visibility, site }) {
    const memos = createMemos({ store: createMemoStore(database), registry, visibility, peerToPeer: site.p2p })
    return { endpoints: memoEndpoints(memos) }
  },
})
