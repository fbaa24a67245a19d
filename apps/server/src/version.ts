import packageFile from '../package.json' with { type: 'json' }

/** `major.minor.patch` of this server. */
export const version: string = packageFile.version
