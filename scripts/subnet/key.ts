import { checkKey, checkKeyAfterUsers } from '@/lib/console/key-check'
import { judgeKey } from '../checks/service'
import { exitCodes } from './exit-codes'
import { serviceSettings } from './service-settings'
import { withRedis } from './with-redis'

export const usage = `subnet key

Checks the API key and the subnet ID by confirming a request that does not exist, as the console does. With the
environment of the app and REDIS_URL, the call counts among those of the running instances, and users come first.

  --help           this text

Example:
  subnet key || echo 'The key does not work.'`

export const flags = {}

export async function run(): Promise<number> {
  const { access, options } = serviceSettings()
  const { state, what, todo } = await withRedis((isShared) =>
    judgeKey(access, options, isShared ? checkKeyAfterUsers : checkKey),
  )
  if (state === 'holds') console.log(what)
  else console.error(`${what}\n${todo}`)
  return state === 'holds' ? exitCodes.whole : exitCodes.failed
}
