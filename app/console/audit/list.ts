import { auditPages, readAudit, type AuditEntry } from '@/lib/audit'
import { columnsOf, defineList } from '@/lib/console/list'

const { id, text, time, word, bytes } = columnsOf<AuditEntry>()

/** The acts of staff in the console, the newest first. */
export const acts = defineList<AuditEntry>({
  name: 'audit',
  path: '/console/audit',
  isForOperators: true,
  source: { kind: 'newest', page: readAudit, all: auditPages },
  columns: {
    at: time({ isRowHeader: true }),
    staff_name: text({ value: ({ staffName }) => staffName }),
    staff_id: id({ value: ({ staffId }) => staffId, card: 'open' }),
    action: word({
      card: 'end',
      words: ['export', 'upload', 'key_check', 'name_check', 'look_up', 'forget', 'send_again'],
    }),
    what: text(),
    about: id(),
    size_bytes: bytes({ value: ({ sizeBytes }) => sizeBytes, isInFileOnly: true }),
  },
  sort: null,
  file: ['at', 'staff_id', 'staff_name', 'action', 'what', 'about', 'format', 'size_bytes'],
})
