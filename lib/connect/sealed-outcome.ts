import 'server-only'
import { sealData, unsealData } from 'iron-session'
import { z } from 'zod'
import type { GatedOutcome } from './gated-confirm'
import { refusalReasons } from './link'
import type { SealPasswords } from './link-store'
import type { ConfirmedPress } from './press'

/** Longer than it is kept: clocks of instances can be minutes apart, and the store forgets it in seconds. */
const sealSeconds = 30 * 60

const remedy = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['press_connect_again', 'open_newest_link', 'check_address', 'try_again', 'tell_operator']),
  }),
  z.object({ kind: z.literal('wait'), seconds: z.number() }),
])

const outcomeSchema: z.ZodType<GatedOutcome> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connected'), returnUrl: z.string() }),
  z.object({ kind: z.literal('refused'), reason: z.enum(refusalReasons), remedy, message: z.string().nullable() }),
  z.object({
    kind: z.literal('wait'),
    cause: z.enum(['queue', 'attempts', 'service', 'busy', 'asked']),
    waitMs: z.number(),
    place: z.number().nullable(),
    message: z.string().nullable(),
  }),
])

const pressSchema: z.ZodType<ConfirmedPress> = z.object({ outcome: outcomeSchema, code: z.string() })

/**
 * Seals what a press came to for a press of the same link that waits for it on another instance. It can carry a `return_url`
 * with its code, so whoever reads what passes between instances must see nothing ("Client rules", rule 2).
 */
export function outcomeSeal({ current, previous }: SealPasswords) {
  return {
    seal: (press: ConfirmedPress): Promise<string> => sealData(press, { password: current, ttl: sealSeconds }),
    /** @returns null for what no password opens. */
    open: async (sealed: string): Promise<ConfirmedPress | null> => {
      for (const password of [current, previous]) {
        if (password === undefined) continue
        try {
          const opened = await unsealData(sealed, { password, ttl: sealSeconds })
          const parsed = pressSchema.safeParse(opened)
          if (parsed.success) return parsed.data
        } catch {
          // Sealed with another password, or not a seal at all.
        }
      }
      return null
    },
  }
}
