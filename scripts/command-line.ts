import { parseArgs, type ParseArgsConfig } from 'node:util'

type FlagTypes = NonNullable<ParseArgsConfig['options']>
type FlagsOf<Types extends FlagTypes> = ReturnType<typeof parseArgs<{ options: Types }>>['values']

/** The command cannot run with what it was given. Its message is printed with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * Runs a command with the flags of this process, and prints its usage at `--help`.
 *
 * @param run - returns the exit code. If it throws, or a flag is wrong, the exit code is 2.
 */
export async function runCommand<const Types extends FlagTypes>(
  usage: string,
  flags: Types,
  run: (flags: FlagsOf<Types>) => Promise<number>,
): Promise<void> {
  try {
    if (['--help', '-h'].some((flag) => process.argv.includes(flag))) console.log(usage)
    else process.exitCode = await run(parsedFlags(flags))
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
    process.exitCode = 2
  }
}

function parsedFlags<const Types extends FlagTypes>(options: Types): FlagsOf<Types> {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
