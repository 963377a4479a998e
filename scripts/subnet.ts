import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import nextEnv from '@next/env'
import { runCommand, UsageError, type FlagsOf, type FlagTypes } from './command-line'
import { exitCodes, exitCodesText, tellFailure } from './subnet/exit-codes'
import * as connections from './subnet/connections'
import * as forget from './subnet/forget'
import * as reconcile from './subnet/reconcile'

/*
 * `npm run subnet -- <command>`: what an operator does with the subnet without the console. Like the app, it reads
 * `.env.local`.
 */

const commands = new Map([
  ['connections', entryOf(connections)],
  ['forget', entryOf(forget)],
  ['reconcile', entryOf(reconcile)],
])

const usage = `npm run subnet -- <command> [flags]

${[...commands].map(([name, { summary }]) => `  ${name.padEnd(12)}${summary}`).join('\n')}

Examples:
  npm run subnet -- reconcile --from 2026-01-01 --until 2026-06-30
  npm run subnet -- reconcile --help

${exitCodesText}`

// A handler runs between two steps of the program, so that no signal ends it while it writes a file.
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

nextEnv.loadEnvConfig(dirname(dirname(fileURLToPath(import.meta.url))), false, { info() {}, error: console.error })
const [name = '', ...args] = process.argv.slice(2)
const start = commands.get(name)?.start
if (start) await start(args)
else if (name === '--help' || name === '-h') console.log(usage)
else {
  console.error(`${name === '' ? 'A command is missing.' : `There is no command ${name}.`}\n\n${usage}`)
  process.exitCode = exitCodes.usage
}

/** Ties a command to its flags, for the table of commands. */
function entryOf<const Types extends FlagTypes>(command: {
  summary: string
  usage: string
  flags: Types
  /** Whether it takes an argument, which stands before its flags. */
  takesArgument?: boolean
  run: (flags: FlagsOf<Types>, argument: string | undefined) => Promise<number>
}) {
  const start = (given: string[]) => {
    const hasArgument = command.takesArgument === true && given[0]?.startsWith('-') === false
    const [argument, args] = hasArgument ? [given[0], given.slice(1)] : [undefined, given]
    const run = (flags: FlagsOf<Types>) =>
      command.run(flags, argument).catch((error: unknown) => {
        if (error instanceof UsageError) throw error
        return tellFailure(error)
      })
    return runCommand(`${command.usage}\n\n${exitCodesText}`, command.flags, run, args)
  }
  return { summary: command.summary, start }
}
