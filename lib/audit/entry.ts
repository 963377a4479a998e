import 'server-only'
import { z } from 'zod'

/** The staff member who did something. */
export interface Staff {
  id: string
  name: string
}

export const auditActions = ['export', 'upload', 'key_check', 'name_check', 'look_up', 'forget', 'send_again'] as const

/** Where a person was looked up. */
export const lookUpKinds = ['user', 'connect', 'wallet', 'balance', 'search', 'user_bolts'] as const
export type LookUpKind = (typeof lookUpKinds)[number]

/**
 * What a staff member did. `what` goes into the log too and never names a person. `about` does, and is in the list alone:
 * a user ID, a wallet address, or the text that was looked for.
 */
export type AuditAct =
  /** `what`: the name of the export. */
  | { action: 'export'; what: string; about?: string | undefined; format: 'csv' | 'json' }
  /** `what`: the batch ID, or the kind of problem in place of one. */
  | { action: 'upload'; what: string; sizeBytes?: number | undefined }
  /** `what`: the verdict. */
  | { action: 'key_check' | 'name_check'; what: string }
  | { action: 'look_up'; what: LookUpKind; about: string }
  /** `about`: the ID by which the login knows the user. */
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

/** One act as it is kept. */
export type AuditEntry = z.output<typeof auditEntrySchema>

/** What another version has written, and this one cannot read. It must not look as if it had never been there. */
type UnreadableEntry = {
  /** As JSON. */
  unreadable: string
}

export type StoredAuditEntry = AuditEntry | UnreadableEntry

export const storedEntrySchema = z.unknown().transform((value): StoredAuditEntry => {
  return auditEntrySchema.safeParse(value).data ?? { unreadable: JSON.stringify(value) }
})

export const isReadableEntry = (entry: StoredAuditEntry): entry is AuditEntry => !('unreadable' in entry)

/** No ID, no wallet address and no code comes near it. */
const maxTextLength = 200

/** Cuts a text that a person may have typed. */
export const auditText = (text: string): string => text.slice(0, maxTextLength).toWellFormed()

/** What is kept of an act. */
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
