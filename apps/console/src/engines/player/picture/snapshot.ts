import { localTimeText } from '../../../platform/time/index.ts'

/** The name of a still picture; its time is that of the screen, as everywhere beside it. */
export function pictureFileName(of: { readonly deviceId: string; readonly channel: number }, atMs: number): string {
  const at = localTimeText(Math.floor(atMs / 1000))
    .replace(' ', 'T')
    .replaceAll(':', '-')
  return `${of.deviceId}-${of.channel}-${at}.jpg`
}

/** What an element shows, as JPEG; null when it shows nothing. */
export async function pictureJpeg(element: HTMLCanvasElement | HTMLVideoElement | null): Promise<Blob | null> {
  if (element === null) return null
  const width = element instanceof HTMLVideoElement ? element.videoWidth : element.width
  const height = element instanceof HTMLVideoElement ? element.videoHeight : element.height
  if (width === 0 || height === 0) return null
  const copy = document.createElement('canvas')
  copy.width = width
  copy.height = height
  copy.getContext('2d')?.drawImage(element, 0, 0)
  return new Promise((resolve) => copy.toBlob(resolve, 'image/jpeg', 0.92))
}
