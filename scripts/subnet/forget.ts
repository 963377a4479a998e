import { userIdSchema } from '@/lib/auth/identity'
import { config } from '@/lib/config'
import { forgetUser, isNothing } from '@/app/console/users/forget'
import { serviceText } from '@/lib/service'
import { redisConnection, unlessUnavailable } from '@/lib/store'
import { UsageError, type FlagsOf } from '../command-line'
import { consoleText } from '../checks/texts'
import { agreementFlags, isAgreed, refuseWithoutAgreement } from './agreement'
import { exitCodes } from './exit-codes'

export const usage = `subnet forget USER [flags]

Deletes a user's data in Redis: records of connects with their ID, connections, and messages to your own systems that
are waiting or have failed. USER is the ID by which your login knows them. It needs the environment of the app.

  --user=USER      the same, for an ID that begins with a hyphen
  --yes            deletes without asking first; needed where there is no terminal
  --help           this text

Examples:
  subnet forget user-1
  subnet forget user-1 --yes`

export const flags = { user: { type: 'string' }, ...agreementFlags } as const

export const maxArguments = 1

export async function run({ user: named, yes }: FlagsOf<typeof flags>, [argument]: string[]): Promise<number> {
  const given = named ?? argument
  if (given === undefined || given === '') throw new UsageError('The ID of the user is missing.')
  // Never cleaned, because the cleaned text could be another person's ID.
  const user = userIdSchema.safeParse(given).data
  if (user === undefined) {
    throw new UsageError('No user can have this ID. Copy it without blanks around it or invisible characters.')
  }
  refuseWithoutAgreement(yes)
  const { redisUrl, service } = config()
  if (redisUrl === undefined) {
    console.error(
      'Without REDIS_URL, only the running instance has the data. Delete it in its console, on the user’s page.',
    )
    return exitCodes.failed
  }
  const question = `Delete the data of ${serviceText(user) ?? 'this user'} in the ${service.environment} environment? You cannot undo this.`
  if (!yes && !(await isAgreed(question))) {
    console.error('Nothing was deleted.')
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
    if (isNothing(forgotten)) {
      console.error(consoleText('users.forget.nothing'))
      return exitCodes.found
    }
    console.log(consoleText('users.forget.done', { ...forgotten }))
    if (forgotten.sending > 0) console.log(consoleText('users.forget.sending', { count: forgotten.sending }))
    console.log(consoleText('users.forget.left'))
    return exitCodes.whole
  } finally {
    redisConnection()?.close()
  }
}
