import 'server-only'
import { z } from 'zod'
import { unseen, type Listed } from '@/lib/service'

/** The staff member who acted in the console. */
export interface Staff {
  id: string
  name: string
}

export const auditActions = ['export', 'upload', 'key_check', 'name_check', 'look_up', 'forget', 'send_again'] as const

/** The pages on which staff look up persons. */
export const lookUpKinds = ['user', 'connect', 'wallet', 'balance', 'search', 'user_bolts'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

/**
 * An act of a staff member. The log and the list contain `what`, which never names a person. Only the list contains
 * `about`: a user ID, a wallet address, or the text of a search.
 */
export type AuditAct =
  /** `what`: the name of the export. */
  | { action: 'export'; what: string; about?: string | undefined; format: 'csv' }
  /** `what`: the batch ID, or the kind of problem without one. */
  | { action: 'upload'; what: string; sizeBytes?: number | undefined }
  /** `what`: the verdict. */
  | { action: 'key_check' | 'name_check'; what: string }
  | { action: 'look_up'; what: LookUpKind; about: string }
  /** `about`: the user's ID in the login. */
  | { action: 'forget'; about: string }
  /** `what`: the ID of the message. */
  | { action: 'send_again'; what: string }

const auditEntrySchema = z.object({
  /** Random. If the store has the same entry twice, both copies have the same ID. */
  id: z.string(),
  /** In milliseconds since the epoch. */
  at: z.number(),
  staffId: z.string(),
  staffName: z.string(),
  action: z.enum(auditActions),
  what: z.string().optional(),
  about: z.string().optional(),
  format: z.literal('csv').optional(),
  sizeBytes: z.number().optional(),
})

/** The stored entry of an act. */
export type AuditEntry = z.output<typeof auditEntrySchema>

/** An entry of another version is unreadable. Lists must not hide it. */
export type StoredAuditEntry = Listed<AuditEntry>

export const storedEntrySchema = z.unknown().transform((value): StoredAuditEntry => {
  return auditEntrySchema.safeParse(value).data ?? { unreadable: JSON.stringify(value), path: '' }
})

/** Far longer than any ID, wallet address or code. */
const maxTextLength = 200

/**
 * Shows each character that would be invisible, reorder the row or break it as its code (`\u{202e}`), so that different
 * texts stay different.
 */
const withCodes = (text: string) =>
  text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`)

/** Makes the entry of an act. */
export function entryOf(staff: Staff, act: AuditAct, at: number): AuditEntry {
  return {
    id: crypto.randomUUID(),
    at,
    staffId: staff.id,
    staffName: staff.name,
    ...act,
    ...('what' in act && { what: withCodes(act.what) }),
    // Cut, because a person may have typed it.
    ...('about' in act && { about: act.about && withCodes(act.about.slice(0, maxTextLength)) }),
  }
}
