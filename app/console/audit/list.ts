import { auditPages, isReadableEntry, type AuditEntry } from '@/lib/audit'
import { columnsOf, defineTable } from '@/lib/console/list'
import type { ExportPart } from '@/lib/console/parts'

const { id, text, time, word, bytes } = columnsOf<AuditEntry>()

/** The acts of staff in the console, the newest first. */
export const acts = {
  ...defineTable<AuditEntry>({
    name: 'audit',
    columns: {
      at: time({ isRowHeader: true }),
      staff_name: text({ value: ({ staffName }) => staffName }),
      staff_id: id({ value: ({ staffId }) => staffId }),
      action: word({ words: ['export', 'upload', 'key_check', 'name_check', 'look_up', 'forget', 'send_again'] }),
      what: text(),
      about: id(),
      size_bytes: bytes({ value: ({ sizeBytes }) => sizeBytes, isInFileOnly: true }),
    },
  }),
  file: ['at', 'staff_id', 'staff_name', 'action', 'what', 'about', 'format', 'size_bytes'],
}

/**
 * Yields all entries, the newest first.
 *
 * @throws StoreUnavailableError while the store is unavailable.
 */
export async function* allActs(): AsyncGenerator<ExportPart<AuditEntry>, void, undefined> {
  for await (const page of auditPages()) {
    yield { kind: 'rows', rows: page.map((entry) => (isReadableEntry(entry) ? entry : { ...entry, path: '' })) }
  }
}
