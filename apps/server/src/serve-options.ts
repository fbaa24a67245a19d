// Belongs here: what `serve` takes for one start, beside the settings. Does not: settings (platform/config).

const REBUILD_INDEX = '--rebuild-index'
const TAKE_BUCKET = '--take-bucket'

export interface ServeOptions {
  readonly rebuildIndex: boolean
  /** `undefined`: not given, or given without a value. */
  readonly takeBucket: string | undefined
  /** The options that are settings. */
  readonly settings: readonly string[]
}

/** Accepts `--take-bucket VALUE` and `--take-bucket=VALUE`. */
export function readServeOptions(args: readonly string[]): ServeOptions {
  const settings: string[] = []
  let takeBucket: string | undefined
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === TAKE_BUCKET) takeBucket = args[++at]
    else if (arg.startsWith(`${TAKE_BUCKET}=`)) takeBucket = arg.slice(TAKE_BUCKET.length + 1)
    else if (arg !== REBUILD_INDEX) settings.push(arg)
  }
  return { rebuildIndex: args.includes(REBUILD_INDEX), takeBucket, settings }
}
