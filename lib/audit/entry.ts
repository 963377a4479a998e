import 'server-only'
import { z } from 'zod'

/** The staff member who did something. */
export interface Staff {
  id: string
  name: string
}

export const auditActions = ['export', 'upload', 'key_check', 'name_check', 'look_up', 'forget', 'send_again'] as const

/** The page on which a person was looked up. */
export const lookUpKinds = ['user', 'connect', 'wallet', 'balance', 'search', 'user_bolts'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

/**
 * What a staff member did. `what` is also logged and never names a person. `about` is only in the list: a user ID, a
 * wallet address, or the text of a search.
 */
export type AuditAct =
  /** `what`: the name of the export. */
  | { action: 'export'; what: string; about?: string | undefined; format: 'csv' | 'json' }
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
  /** Random. An entry that was written twice has the same ID twice. */
  id: z.string(),
  /** In milliseconds since the epoch. */
  at: z.number(),
  staffId: z.string(),
  staffName: z.string(),
  action: z.enum(auditActions),
  what: z.string().optional(),
  about: z.string().optional(),
  format: z.enum(['csv', 'json']).optional(),
  sizeBytes: z.number().optional(),
})

/** One act, as it is stored. */
export type AuditEntry = z.output<typeof auditEntrySchema>

/** An entry of another version that this version cannot read. It must not look as if it were missing. */
type UnreadableEntry = {
  /** As JSON. */
  unreadable: string
}

export type StoredAuditEntry = AuditEntry | UnreadableEntry

export const storedEntrySchema = z.unknown().transform((value): StoredAuditEntry => {
  return auditEntrySchema.safeParse(value).data ?? { unreadable: JSON.stringify(value) }
})

export const isReadableEntry = (entry: StoredAuditEntry): entry is AuditEntry => !('unreadable' in entry)

/** Far longer than any ID, wallet address or code. */
const maxTextLength = 200

/** Cuts a text that a person may have typed. */
export const auditText = (text: string): string => text.slice(0, maxTextLength).toWellFormed()

/** The entry of an act. */
export function entryOf(staff: Staff, act: AuditAct, at: number): AuditEntry {
  const { action, what, about, format, sizeBytes } = {
    what: undefined,
    about: undefined,
    format: undefined,
    sizeBytes: undefined,
    ...act,
  }
  return {
    id: crypto.randomUUID(),
    at,
    staffId: staff.id,
    staffName: staff.name,
    action,
    what,
    about: about === undefined ? undefined : auditText(about),
    format,
    sizeBytes,
  }
}
