import { parseArgs, type ParseArgsConfig } from 'node:util'

// For every command that imports this module.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // EPIPE is no error, because a reader like `head` has closed the pipe. 141 is a shell's exit code for it.
  if (code !== 'EPIPE') console.error(message)
  process.exit(code === 'EPIPE' ? 141 : 1)
})

export type FlagTypes = NonNullable<ParseArgsConfig['options']>
export type FlagsOf<Types extends FlagTypes> = ReturnType<typeof parseArgs<{ options: Types }>>['values']

/** The arguments or variables of a command are wrong. `runCommand` prints the message with the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * @param run - returns the exit code. If it throws, or a flag is wrong, the exit code is 2.
 * @param line.args - the flags and arguments. @default those of this process
 * @param line.maxArguments - at any position among the flags. @default 0
 */
export async function runCommand<const Types extends FlagTypes>(
  usage: string,
  flags: Types,
  run: (flags: FlagsOf<Types>, args: string[]) => Promise<number>,
  { args = process.argv.slice(2), maxArguments = 0 }: { args?: string[]; maxArguments?: number } = {},
): Promise<void> {
  try {
    if (['--help', '-h'].some((flag) => args.includes(flag))) console.log(usage)
    else {
      const { values, positionals } = parsedArgs(flags, args)
      // The message does not quote the argument, because the operator may have typed a key there by mistake.
      if (positionals.length > maxArguments) throw new UsageError('There are too many arguments.')
      process.exitCode = await run(values, positionals)
    }
  } catch (error) {
    console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
    process.exitCode = 2
  }
}

function parsedArgs<const Types extends FlagTypes>(options: Types, args: string[]) {
  try {
    return parseArgs({ options, args, allowPositionals: true })
  } catch (error) {
    // Node's message quotes an unknown flag, and the operator may have typed a key there by mistake.
    const isUnknown = error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    throw new UsageError(isUnknown ? 'There is no such flag.' : error instanceof Error ? error.message : String(error))
  }
}
