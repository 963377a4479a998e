import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { config } from '@/lib/config'
import { store, unlessUnavailable } from '@/lib/store'
import { nameChecks } from './name-checks'
import { verdictSchema, type Verdict } from './verdict'

/** A name that the interface leaves open, and the verdict of its check; null if no check has covered it. */
export interface CheckedName {
  variable: string
  verdict: Verdict | null
}

const verdictsSchema = z.record(z.string(), verdictSchema)

/**
 * Returns the stored verdicts on the names that the interface leaves open, each null before the first check. The list
 * is empty while the store is unavailable.
 */
export async function checkedNames(): Promise<CheckedName[]> {
  const verdicts = await unlessUnavailable(
    () => store().get(storeKey(), verdictsSchema),
    () => undefined,
  )
  if (verdicts === undefined) return []
  return nameChecks.map(({ variable }) => ({ variable, verdict: verdicts?.[variable] ?? null }))
}

/** Checks each name at the service, and stores the verdicts without an expiry. It makes about ten read-only calls. */
export async function checkNames(): Promise<Record<string, Verdict>> {
  const verdicts: Record<string, Verdict> = {}
  // Runs one check after another, so that they do not use up the service's rate limit.
  for (const { variable, judge } of nameChecks) verdicts[variable] = await judge(config())
  // While the store is unavailable, the verdicts are lost.
  await unlessUnavailable(
    () => store().set(storeKey(), verdicts, { ttlMs: Infinity }),
    () => undefined,
  )
  return verdicts
}

/** Returns a key for this service and these names, so that a change of either needs a new check. */
function storeKey(): string {
  const { baseUrl, names } = config().service
  const hash = createHash('sha256').update(JSON.stringify([baseUrl, names]))
  return `names-checked:${hash.digest('base64url')}`
}
