import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The flags that a command takes, as `parseArgs` has them. */
export type FlagTypes = NonNullable<ParseArgsConfig['options']>
/** The values of these flags. */
export type FlagsOf<Types extends FlagTypes> = ReturnType<typeof parseArgs<{ options: Types }>>['values']

/** The command cannot run with what it was given. Its message is printed with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Runs a command with the flags of this process, and prints its usage at `--help`.
 *
 * @param run - returns the exit code. If it throws, or a flag is wrong, the exit code is 2.
 * @param args - the flags, where they are not all that this process was given.
 */
export async function runCommand<const Types extends FlagTypes>(
  usage: string,
  flags: Types,
  run: (flags: FlagsOf<Types>) => Promise<number>,
  args = process.argv.slice(2),
): Promise<void> {
  try {
    if (['--help', '-h'].some((flag) => args.includes(flag))) console.log(usage)
    else process.exitCode = await run(parsedFlags(flags, args))
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
    process.exitCode = 2
  }
}

function parsedFlags<const Types extends FlagTypes>(options: Types, args: string[]): FlagsOf<Types> {
  try {
    return parseArgs({ options, args }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
