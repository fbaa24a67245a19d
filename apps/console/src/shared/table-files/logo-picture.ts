/** Pixels of the longer side: sharp in print at the size that a logo has there. */
const SIDE_MAX = 480

/**
 * The logo of the site as a PNG data address for a PDF file; '' where the site has none, or one that this browser may not read: the file then has the mark
 * of the product.
 */
export async function logoPicture(address: string | null | undefined): Promise<string> {
  if (!address) return ''
  const picture = new Image()
  picture.crossOrigin = 'anonymous'
  picture.src = address
  try {
    await picture.decode()
    const scale = Math.min(1, SIDE_MAX / Math.max(picture.naturalWidth, picture.naturalHeight))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
    canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return canvas.toDataURL('image/png')
  } catch {
    // A picture of another origin that does not allow it, or none at all.
    return ''
  }
}
