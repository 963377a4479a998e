import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { LoginError } from '@/lib/auth/failure'
import { discovery } from '@/lib/auth/provider'
import { withVariablesOf, type People } from '@/lib/auth/people'
import { config, ConfigError, refuseCutVariables, unknownVariables } from '@/lib/config'
import { configHints, missingOperator } from '@/lib/config/hints'
import { skin, SkinError, skinHints } from '@/lib/skin'
import { checkRedis, unlessUnavailable, unsupportedRedis } from '@/lib/store'
import { startWebhooks } from '@/lib/jobs'
import { log } from '@/lib/log'
import { addDemoConnects, connectRecords } from '@/lib/records'
import { subnetUserIdHistory } from './subnet-user-id-check'

/** Prints every problem of the environment and the skin, and then exits with code 1. */
export function refuseBadConfiguration(): void {
  try {
    refuseCutVariables()
    config()
    skin()
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof SkinError)) throw error
    exitWith(error.message)
  }
}

function exitWith(message: string): never {
  process.stderr.write(`\n${message}\n\n`)
  process.exit(1)
}

/** Exits with code 1 if the app cannot use this kind of Redis. If Redis is unavailable, the app starts and logs it. */
export async function refuseUnsupportedRedis(): Promise<void> {
  const problem = unsupportedRedis[(await checkRedis())?.reason ?? '']
  if (problem !== undefined) exitWith(problem)
}

/** How long the start waits for the login provider, which may be slower to start. */
const providerDeadlineMs = 3000

/**
 * Exits with code 1 if a login provider does not support what this app needs. If it is unavailable or its answer is
 * invalid, the app starts and logs it. A platform starts processes all the time, so nothing is checked there.
 */
export async function refuseUnsupportedProvider(): Promise<void> {
  const { login, app } = config()
  if (app.isOnPlatform) return
  const problems = [unsupportedProvider('users', login.oidc), unsupportedProvider('staff', login.staff)]
  const lines = (await Promise.all(problems)).filter((problem) => problem !== undefined)
  if (lines.length > 0) exitWith(`${lines.join('\n')}\nSee docs/operate/login.md.`)
}

async function unsupportedProvider(
  people: People,
  settings: Parameters<typeof discovery>[0] | undefined,
): Promise<string | undefined> {
  if (!settings) return undefined
  try {
    await Promise.race([discovery(settings).get(), sleep(providerDeadlineMs, undefined, { ref: false })])
    return undefined
  } catch (error) {
    if (!(error instanceof LoginError && error.code === 'provider_unsupported')) return undefined
    const { reason } = error.details
    return withVariablesOf(people, `OIDC_ISSUER: this app cannot sign people in at ${settings.issuer}: ${reason}.`)
  }
}

export async function startWork(): Promise<void> {
  const { labels, tracing } = config()
  const { endpoint, serviceName } = tracing
  if (endpoint !== undefined) {
    const { startTracing } = await import('@/lib/tracing')
    startTracing(endpoint, { 'service.name': serviceName, ...labels })
  }
  startWebhooks()
  await addDemoConnects()
}

/** Instances with the old setting have stopped by this time. */
const secondDeletionMs = 10 * 60 * 1000

/** Deletes the records from CONNECT_RECORDS=full if it is `minimal` now. */
export async function deleteFullRecords(): Promise<void> {
  if (config().connectRecords.detail === 'full') return
  for (const waitMs of [0, secondDeletionMs]) {
    await sleep(waitMs, undefined, { ref: false })
    await unlessUnavailable(
      async () => {
        const records = await connectRecords().deleteFull({ isLast: waitMs > 0 })
        if (records > 0) log().info({ event: 'full connect records deleted', records })
      },
      (reason) => {
        const hint = 'records with users and wallets may remain; the next start deletes them'
        log().error({ event: 'full connect records not deleted', reason, hint })
      },
    )
  }
}

export function logConfigHints(): void {
  const message = 'has no effect, because nothing reads it: .env.example has the names of this version'
  const unknown = unknownVariables().map((name) => ({ name, message }))
  for (const hint of [...unknown, ...configHints(config()), ...missingOperator(config())]) {
    log().warn({ event: 'the configuration needs work', hint: `${hint.name} ${hint.message}` })
  }
}

/** Requests are more urgent. */
const hintsAfterMs = 500

export async function logSkinHints(): Promise<void> {
  await sleep(hintsAfterMs, undefined, { ref: false })
  for (const { file, message } of await skinHints()) {
    log().warn({ event: 'the skin needs work', hint: `${file} ${message}` })
  }
}

/** Logs at every start if users’ ids at the service have changed, and at the first start if they may have changed. */
export async function warnOfChangedUserIds(): Promise<void> {
  const history = await subnetUserIdHistory()
  if (history === 'changed') {
    log().error({
      event: 'the subnet user id has changed',
      hint: 'every user is new to the service now: put the former value back; see docs/operate/secrets.md',
    })
  } else if (history === 'new key') {
    log().warn({
      event: 'the subnet user id key is new',
      hint: 'expected for a new deployment; if Redis has lost its data, check the key; see docs/operate/secrets.md',
    })
  }
}
