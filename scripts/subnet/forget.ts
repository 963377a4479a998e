import { config } from '@/lib/config'
import { forgetUser } from '@/lib/console/connects/forget'
import { redisConnection, unlessUnavailable } from '@/lib/store'
import { UsageError, type FlagsOf } from '../command-line'
import { consoleText } from '../checks/texts'
import { exitCodes } from './exit-codes'

/** For the list of commands. */
export const summary = "deletes a user's records, connections and waiting messages"

/** For `--help`. */
export const usage = `npm run subnet -- forget USER

Deletes what Redis has of a user: records of connects with their ID, connections, and messages to your own systems that
wait or were given up. USER is the ID by which your login knows them. It needs the environment of the app.

  --user=USER      the same, for an ID that begins with a hyphen
  --help           this text

Example:
  npm run subnet -- forget user-1`

/** For `parseArgs`. */
export const flags = { user: { type: 'string' } } as const

export const takesArgument = true

/** Runs the command, and returns its exit code. */
export async function run({ user: named }: FlagsOf<typeof flags>, argument: string | undefined): Promise<number> {
  const user = named ?? argument
  if (user === undefined) throw new UsageError('The ID of the user is missing.')
  // The app's own lines would go to stdout.
  process.env['LOG_LEVEL'] = 'silent'
  if (config().redisUrl === undefined) {
    console.error('Without REDIS_URL, the running instance alone has the data. Use its console: Connects, at the end.')
    return exitCodes.failed
  }
  try {
    const forgotten = await unlessUnavailable(
      () => forgetUser(user),
      (reason) => reason,
    )
    if (typeof forgotten === 'string') {
      console.error(`Redis is unavailable (${forgotten}). Some of the data may be left: run this again.`)
      return exitCodes.failed
    }
    console.log(consoleText('connects.forget.done', { ...forgotten }))
    console.log(consoleText('connects.forget.left'))
    return exitCodes.whole
  } finally {
    redisConnection()?.close()
  }
}
