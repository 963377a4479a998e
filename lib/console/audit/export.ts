import 'server-only'
import { auditPages, isReadableEntry, type AuditEntry } from '@/lib/audit'
import { fieldColumns } from '@/lib/console/csv'
import type { ExportPart } from '@/lib/console/parts'

/** An entry as a row of a file. */
interface AuditRow {
  /** ISO 8601. */
  at: string
  staff_id: string
  staff_name: string
  action: string
  what: string | null
  about: string | null
  format: string | null
  size_bytes: number | null
}

export const auditColumns = fieldColumns<keyof AuditRow>([
  'at',
  'staff_id',
  'staff_name',
  'action',
  'what',
  'about',
  'format',
  'size_bytes',
])

/**
 * Yields all entries, the newest first.
 *
 * @throws StoreUnavailableError while the store is unavailable.
 */
export async function* auditParts(): AsyncGenerator<ExportPart<AuditRow>, void, undefined> {
  for await (const page of auditPages()) {
    const rows = page.map((entry) => (isReadableEntry(entry) ? rowOf(entry) : { ...entry, path: '' }))
    yield { kind: 'rows', rows }
  }
}

function rowOf({ at, staffId, staffName, action, what, about, format, sizeBytes }: AuditEntry): AuditRow {
  return {
    at: new Date(at).toISOString(),
    staff_id: staffId,
    staff_name: staffName,
    action,
    what: what ?? null,
    about: about ?? null,
    format: format ?? null,
    size_bytes: sizeBytes ?? null,
  }
}
