import { runCommand, UsageError, type FlagsOf, type FlagTypes } from '../command-line'
import { exitCodes, exitCodesText, reportFailure } from './exit-codes'

/** The commands by name. Node loads only the command that runs, which saves time and memory. */
export const commands = new Map([
  ['balances', entryOf('the balance of every user', async () => (await import('./lists')).balances)],
  ['conversions', entryOf('the conversions', async () => (await import('./lists')).conversions)],
  [
    'breakdowns',
    entryOf('what each user received in each conversion', async () => (await import('./lists')).breakdowns),
  ],
  ['task-runs', entryOf('the pending task runs, or the stuck ones', async () => (await import('./lists')).taskRuns)],
  [
    'resources',
    entryOf('the resources of an account, by its wallet address', async () => (await import('./lists')).resources),
  ],
  ['upload', entryOf('checks a CSV of task runs and uploads it', () => import('./upload'))],
  ['key', entryOf('checks the API key and the subnet ID', () => import('./key'))],
  ['reconcile', entryOf('figures for finance, and what does not add up', () => import('./reconcile'))],
  ['connections', entryOf('who has confirmed which wallet', () => import('./connections'))],
  ['forget', entryOf("deletes a user's data in Redis", () => import('./forget'))],
])

const everyCommandText = `Every command takes:
  --variables FILE  the variables of a deployment. They replace .env.local and those of the process`

const usage = `subnet <command> [flags]

${[...commands].map(([name, { summary }]) => `  ${name.padEnd(13)}${summary}`).join('\n')}

In the repository, \`subnet\` is \`npm run --silent subnet --\`. In the standalone output, it is \`node subnet.mjs\`.

Examples:
  subnet balances --output balances.csv
  subnet balances --help

${everyCommandText}

${exitCodesText}`

export async function runSubnet([name = '', ...args]: string[]): Promise<void> {
  const start = commands.get(name)?.start
  if (start) await start(args)
  else if (name === '--help' || name === '-h') console.log(usage)
  else {
    console.error(`${name === '' ? 'A command is missing.' : 'There is no such command.'}\n\n${usage}`)
    process.exitCode = exitCodes.usage
  }
}

function entryOf<const Types extends FlagTypes>(
  summary: string,
  load: () => Promise<{
    usage: string
    flags: Types
    maxArguments?: number
    run: (flags: FlagsOf<Types>, args: string[]) => Promise<number>
  }>,
) {
  const start = async (args: string[]) => {
    const command = await load()
    const run = (flags: FlagsOf<Types>, positionals: string[]) =>
      command.run(flags, positionals).catch((error: unknown) => {
        if (error instanceof UsageError) throw error
        return reportFailure(error)
      })
    const line = { args, maxArguments: command.maxArguments ?? 0 }
    return runCommand(`${command.usage}\n\n${everyCommandText}\n\n${exitCodesText}`, command.flags, run, line)
  }
  return { summary, start, load: (): Promise<{ usage: string; flags: FlagTypes }> => load() }
}
