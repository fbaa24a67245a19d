/** The page of a share link, fetched when one is opened. */
export const loadSharedEvidence = async () => (await import('./shared.page.tsx')).SharedEvidencePage
