// Here and not with evidence packages: the first thing that the console loads asks for it, and should not load all of them.
/** The page that a share link opens. The token is in the fragment, which no browser sends. */
export const sharePagePath = '/share'
export const shareLink = (token: string): string => `${sharePagePath}#${token}`
