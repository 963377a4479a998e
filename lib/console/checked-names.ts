import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '@/lib/config'
import { unlessUnavailable, type Store } from '@/lib/store'
import { nameChecks } from './name-checks'
import { verdictStates, type Verdict } from './verdict'

/** A name that the interface leaves open, and the verdict of its check; null if no check has covered it. */
export interface CheckedName {
  variable: string
  verdict: Verdict | null
}

type NamesConfig = Pick<Config, 'service'>

const verdictsSchema = z.record(
  z.string(),
  z.object({ state: z.enum(verdictStates), what: z.string(), todo: z.string().nullable() }),
)

/**
 * Returns the stored verdicts on the names that the interface leaves open. The list is empty
 * before the first check and while the store is unavailable.
 */
export async function checkedNames(store: Store, config: NamesConfig): Promise<CheckedName[]> {
  const verdicts = await unlessUnavailable(
    () => store.get(keyOf(config), verdictsSchema),
    () => undefined,
  )
  if (verdicts === undefined) return []
  return nameChecks.map(({ variable }) => ({ variable, verdict: verdicts?.[variable] ?? null }))
}

/** Checks each name at the service, and stores the verdicts without an expiry. It makes about ten read-only calls. */
export async function checkNames(store: Store, config: NamesConfig): Promise<CheckedName[]> {
  const names: CheckedName[] = []
  // Runs one check after another, so that they do not use up the service's rate limit.
  for (const { variable, judge } of nameChecks) names.push({ variable, verdict: await judge(config) })
  // While the store is unavailable, the page shows the verdicts only once.
  await unlessUnavailable(
    async () =>
      store.set(keyOf(config), Object.fromEntries(names.map(({ variable, verdict }) => [variable, { ...verdict }])), {
        ttlMs: Infinity,
      }),
    () => undefined,
  )
  return names
}

/** Returns a key for this service and these names, so that a change of either needs a new check. */
function keyOf({ service: { baseUrl, names } }: NamesConfig): string {
  return `names-checked:${createHash('sha256')
    .update(JSON.stringify([baseUrl, names]))
    .digest('base64url')}`
}
