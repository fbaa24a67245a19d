import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { decodeStream } from './decode-stream.ts'
import { Output, ReaderGone } from './output.ts'

const USAGE = `Usage: fleetglass decode [FILE|-] [--zone MINUTES]

Prints one JSON object for each hex line (a JT/T 808 frame, escaped or not) or for
each packet of a binary file (JT/T 1078), in order. Which of the two the input is, is
seen from its first bytes. Without FILE, or with -, standard input is read.

  --zone MINUTES   the zone the devices keep their time in, minutes east of UTC (480)
  --help           this text

Exit code: 0 all was read, 1 something could not be read ("ok":false), 2 no input.
`

/** Real zones reach from -12 to +14 hours. */
const WIDEST_ZONE_MINUTES = 14 * 60

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (options.kind === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  if (options.kind === 'wrong') {
    process.stderr.write(`fleetglass decode: ${options.reason}\n\n${USAGE}`)
    return 2
  }
  const output = new Output(process.stdout)
  const input = options.file === '-' ? process.stdin : createReadStream(options.file)
  try {
    await decodeStream(input, output, options.zoneMinutes)
  } catch (error) {
    // A reader like `head` that has seen enough is no fault.
    if (error instanceof ReaderGone) return 0
    if (error instanceof Error && 'code' in error) {
      process.stderr.write(`fleetglass decode: cannot read ${options.file}: ${error.message}\n`)
      return 2
    }
    throw error
  }
  return output.hasBad ? 1 : 0
}

type Options =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly reason: string }
  | { readonly kind: 'decode'; readonly file: string; readonly zoneMinutes: number }

function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      // A zone west of UTC begins with a minus, which `--zone -300` would take for an option.
      args: joinZone(args),
      options: { zone: { type: 'string', default: '480' }, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: true,
    })
    if (values.help) return { kind: 'help' }
    if (positionals.length > 1) return { kind: 'wrong', reason: 'one file at a time' }
    const zoneMinutes = Number(values.zone)
    if (!Number.isInteger(zoneMinutes) || Math.abs(zoneMinutes) > WIDEST_ZONE_MINUTES) {
      return { kind: 'wrong', reason: `--zone wants whole minutes from -840 to 840, not "${values.zone}"` }
    }
    return { kind: 'decode', file: positionals[0] ?? '-', zoneMinutes }
  } catch (error) {
    return { kind: 'wrong', reason: error instanceof Error ? error.message : String(error) }
  }
}

function joinZone(args: readonly string[]): string[] {
  const at = args.indexOf('--zone')
  if (at < 0 || at + 1 >= args.length) return [...args]
  return [...args.slice(0, at), `--zone=${args[at + 1]}`, ...args.slice(at + 2)]
}
