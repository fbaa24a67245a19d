// Belongs here: a whole new index, made beside the one that is used. Does not: completing it (index-keeper.ts).
import { StartError } from '../../platform/errors/index.ts'
import { BUCKET_SLOT, isBucketFailure, isInBucket, onSlot } from '../../platform/media-store/index.ts'
import type { Segment } from '../../ports/recordings/index.ts'
import { addFromFolder, type IndexBuilderDeps } from './index-builder.ts'
import type { IndexDraft, RecordingStore } from './recording.store.ts'
import type { IndexReport } from './recordings.types.ts'

const PAGE = 500

export interface IndexRebuildDeps
  extends Pick<IndexBuilderDeps, 'folder' | 'registry' | 'log' | 'signal' | 'skips' | 'patience'> {
  readonly store: RecordingStore
  /** Right before the new index takes the place of the old one: what was closed since its making began. */
  readonly closedMeanwhile: () => readonly Segment[]
}

/**
 * Makes the index again. The old one stays until the new one is whole, so that a stop, a kill or an error in between costs
 * nothing; rows of what cannot be read now, or lies on a media slot that is not there, are carried over. Throws `StartError` when the media folder
 * cannot be read or the bucket fails.
 */
export async function rebuildIndex(deps: IndexRebuildDeps): Promise<IndexReport> {
  const { store, folder, signal, closedMeanwhile } = deps
  const draft = await store.draft()
  try {
    const unreadable = new Set<string>()
    const onUnreadable = (path: string, error: unknown): void => {
      if (error instanceof StartError) throw error
      if (isInBucket(path) && isBucketFailure(error)) throw bucketFailed(error)
      unreadable.add(path)
    }
    const slots = folder.slots()
    // The bucket first: of a file that is in both, the row says where it is on disk, and it is uploaded and verified once more.
    const isBucket = (slot: string): number => (slot === BUCKET_SLOT ? 0 : 1)
    const scope = { fromMs: 0, slots: slots.toSorted((a, b) => isBucket(a) - isBucket(b)) }
    const report = await addFromFolder({ ...deps, add: (segments) => draft.add(segments), onUnreadable }, scope)
    if (unreadable.has('')) {
      throw new StartError(
        `The media folder ${folder.describe('')} cannot be read. The index of recordings is as it was; give the user that runs Fleetglass the right to read it.`,
      )
    }
    // A media slot that is not there is no reason to forget what is on it.
    for (const slot of await store.slots()) if (!slots.includes(slot)) unreadable.add(onSlot(slot, ''))
    if (unreadable.size > 0) await carryOver(store, draft, unreadable)
    await draft.add(closedMeanwhile())
    if (signal.aborted) throw new Error('the server stops before the index of recordings was made again')
    // The place may have been taken meanwhile.
    await deps.patience?.untilUsable()
    await draft.swap()
    return report
  } catch (error) {
    await draft.drop()
    throw error
  }
}

function bucketFailed({ message }: Error): StartError {
  return new StartError(
    `The bucket fails while the index of recordings is made from it. ${message}. The index is as it was; start again when the media store works.`,
  )
}

/** Rows of files that cannot be read, or lie in folders that cannot. */
async function carryOver(store: RecordingStore, draft: IndexDraft, unreadable: ReadonlySet<string>): Promise<void> {
  const isHidden = (path: string): boolean => {
    const parts = path.split('/')
    return parts.some((_part, at) => unreadable.has(parts.slice(0, at + 1).join('/')))
  }
  let last: Segment | null = null
  for (;;) {
    const page: Segment[] = await store.after(last, PAGE)
    await draft.add(page.filter(({ path }) => isHidden(path)))
    last = page.at(-1) ?? null
    if (page.length < PAGE) return
  }
}
