import 'server-only'
import { z } from 'zod'
import { searchForm, unseen } from '@/lib/service'

/** The staff member who acted in the console. */
export interface Staff {
  id: string
  name: string
}

export const auditActions = ['export', 'upload', 'key_check', 'look_up', 'forget', 'send_again'] as const

/** The pages on which staff look up persons. */
export const lookUpKinds = ['user', 'connect', 'wallet', 'balance', 'search', 'user_bolts'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

export const auditEntrySchema = z.object({
  /** Random. If the store has the same entry twice, both copies have the same ID. */
  id: z.string(),
  /** In milliseconds since the epoch. */
  at: z.number(),
  staffId: z.string(),
  staffName: z.string(),
  action: z.enum(auditActions),
  /**
   * The name of an export, the ID of a batch or a message, a verdict, or the page of a look-up. It never names a person,
   * so that the log can contain it.
   */
  what: z.string().optional(),
  /** A user ID, a wallet address, or the text of a search. */
  about: z.string().optional(),
  /** Of an upload. */
  sizeBytes: z.number().optional(),
})

/** The stored entry of an act. */
export type AuditEntry = z.output<typeof auditEntrySchema>

/** An act of a staff member. */
export type AuditAct = Omit<AuditEntry, 'id' | 'at' | 'staffId' | 'staffName'>

/** Which entries a list has. */
export interface AuditFilter {
  action?: AuditEntry['action'] | undefined
  /** A part of the name or the ID of the staff member, or of the person that the act is about, in any case. */
  person?: string | undefined
}

/** Returns a function that checks whether an entry matches a filter; undefined for a filter without a part. */
export function fitsFilter({ action, person }: AuditFilter): ((entry: AuditEntry) => boolean) | undefined {
  if (action === undefined && person === undefined) return undefined
  const wanted = searchForm(person ?? '')
  const has = (text = '') => searchForm(text).includes(wanted)
  return (entry) =>
    (action === undefined || entry.action === action) &&
    (has(entry.staffName) || has(entry.staffId) || has(entry.about))
}

/** Far longer than any ID, wallet address or code. */
const maxTextLength = 200

/**
 * Shows each character that would be invisible, reorder the row or break it as its code (`\u{202e}`), so that different
 * texts stay different.
 */
const withCodes = (text: string) =>
  text.replace(unseen, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`)

/** Makes the entry of an act. */
export const entryOf = (staff: Staff, act: AuditAct, at: number): AuditEntry => ({
  ...act,
  id: crypto.randomUUID(),
  at,
  staffId: staff.id,
  staffName: staff.name,
  what: act.what === undefined ? undefined : withCodes(act.what),
  // Cut, because a person may have typed it.
  about: act.about === undefined ? undefined : withCodes(act.about.slice(0, maxTextLength)),
})
