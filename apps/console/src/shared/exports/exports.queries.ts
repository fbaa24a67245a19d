import {
  type ExportParameters,
  exportAddress,
  exportRangeHeader,
  recordingSpacePath,
  recordingSpaceSchema,
} from '@fleetglass/contract/exports'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../engines/channel/index.ts'
import { askJson } from '../../platform/http/index.ts'
import type { AskedText, RecordedPart } from './export-download.ts'

/** How often the disk space is queried. */
const ROOM_PERIOD_MS = 60_000

/** Queries whether a file is ready (MP4-01). The address contains the hash: never log it. */
export async function askExport(parameters: ExportParameters): Promise<AskedText | null> {
  try {
    const response = await fetch(exportAddress('lopbmp4ask', parameters))
    const recorded = recordedOf(response.headers.get(exportRangeHeader))
    return { status: response.status, text: await response.text(), ...(recorded ? { recorded } : {}) }
  } catch {
    // The server cannot be reached: shown as such, and tried again.
    return null
  }
}

function recordedOf(header: string | null): RecordedPart | null {
  const [, startMs, endMs] = /^(\d+)-(\d+)$/.exec(header ?? '') ?? []
  return startMs === undefined || endMs === undefined ? null : { startMs: Number(startMs), endMs: Number(endMs) }
}

/**
 * Has the browser load a file that is ready (MP4-02): it shows the progress itself, and goes on after a cut link. The time in
 * its name is that of this screen.
 */
export function loadExport(parameters: ExportParameters): void {
  const link = document.createElement('a')
  const tz = -new Date(parameters.spbtime * 1000).getTimezoneOffset() * 60
  link.href = exportAddress('lopbmp4get', { ...parameters, tz })
  link.download = ''
  link.click()
}

/** The room for recordings; nothing before it is known. */
export function useRecordingRoom() {
  const { userName } = useSession()
  return useQuery({
    queryKey: ['recording-room', userName],
    queryFn: async () => recordingSpaceSchema.parse(await askJson('GET', recordingSpacePath)),
    refetchInterval: ROOM_PERIOD_MS,
    retry: false,
  }).data
}
