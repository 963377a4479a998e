import 'server-only'
import { z } from 'zod'
import type { Forgotten } from './forget'
import type { SearchParams } from '@/lib/console/shared/page-url'

/** What the page shows: all attempts from some place on, or those that were looked for. */
export interface ConnectsQuery {
  /** Null where nothing is looked for. */
  find: string | null
  /** The last entry of the page before. */
  before: string | undefined
  /** What came of "Send again", which led here. */
  sent: 'again' | 'gone' | undefined
  /** A wallet address to ask the service about; null where there is none. */
  ask: string | null
  /** What came of deleting a user's data, which led here. */
  forgotten: Forgotten | 'nothing' | 'away' | undefined
}

const longestText = 200

const query = z.object({
  find: z.string().catch(''),
  before: z
    .string()
    .regex(/^\d{1,16}-\d{1,10}$/)
    .optional()
    .catch(undefined),
  sent: z.enum(['again', 'gone']).optional().catch(undefined),
  ask: z.string().catch(''),
  forgotten: z
    .union([
      z.enum(['nothing', 'away']),
      z
        .string()
        .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/)
        .transform((text): Forgotten => {
          const [records = 0, connections = 0, messages = 0] = text.split('.').map(Number)
          return { records, connections, messages }
        }),
    ])
    .optional()
    .catch(undefined),
})

/** Reads the query of the page. A value that makes no sense counts as none. */
export function readConnectsQuery(searchParams: SearchParams): ConnectsQuery {
  const parsed = query.parse(searchParams)
  return {
    find: parsed.find.trim().slice(0, longestText) || null,
    before: parsed.before,
    sent: parsed.sent,
    ask: parsed.ask.trim().slice(0, longestText) || null,
    forgotten: parsed.forgotten,
  }
}
