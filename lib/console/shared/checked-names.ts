import 'server-only'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Config } from '@/lib/config'
import { unlessUnavailable, type Store } from '@/lib/store'
import { openNames } from './name-checks'
import { verdictStates, type Verdict } from './verdict'

/** A name that the interface leaves open, and what came of its check; null where it was never checked. */
export interface CheckedName {
  variable: string
  verdict: Verdict | null
}

type NamesConfig = Pick<Config, 'service'>

const verdictsSchema = z.record(
  z.string(),
  z.object({ state: z.enum(verdictStates), what: z.string(), todo: z.string().nullable() }),
)

/** What is known of the names that the interface leaves open. While the store is away, nothing is told of them. */
export async function checkedNames(store: Store, config: NamesConfig): Promise<CheckedName[]> {
  const verdicts = await unlessUnavailable(
    () => store.get(keyOf(config), verdictsSchema),
    () => undefined,
  )
  if (verdicts === undefined) return []
  return openNames.map(({ variable }) => ({ variable, verdict: verdicts?.[variable] ?? null }))
}

/**
 * Asks the service about each name, and keeps what came of it for as long as the store does. That takes some ten calls,
 * which change nothing.
 */
export async function checkNames(store: Store, config: NamesConfig): Promise<CheckedName[]> {
  const names: CheckedName[] = []
  // One after the other: they are no reason to make the service refuse others.
  for (const { variable, judge } of openNames) names.push({ variable, verdict: await judge(config) })
  // The verdicts are shown all the same while the store takes nothing.
  await unlessUnavailable(
    async () =>
      store.set(keyOf(config), Object.fromEntries(names.map(({ variable, verdict }) => [variable, { ...verdict }])), {
        ttlMs: Infinity,
      }),
    () => undefined,
  )
  return names
}

/** Another service, and another name, have to be checked anew. */
function keyOf({ service: { baseUrl, names } }: NamesConfig): string {
  return `names-checked:${createHash('sha256')
    .update(JSON.stringify([baseUrl, names]))
    .digest('base64url')}`
}
