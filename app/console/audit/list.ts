import type { Route } from 'next'
import { z } from 'zod'
import { auditActions, auditPages, readAudit, type AuditEntry, type AuditFilter } from '@/lib/records/audit'
import { columnsOf, defineList } from '@/lib/console/list'
import { oneUrl, pageUrl, userPath } from '@/lib/console/page-url'
import { readSearchText } from '@/lib/console/query'
import { isUlid } from '@/lib/console/typed-text'

const { id, text, time, word, bytes } = columnsOf<AuditEntry, AuditFilter>()

export const acts = defineList<AuditEntry, AuditFilter>({
  name: 'audit',
  path: '/console/audit',
  isForOperators: true,
  source: { kind: 'newest', page: readAudit, all: auditPages },
  // `?action=export&person=ada`
  filter: ({ action, person = null }) => ({
    action: z.enum(auditActions).optional().catch(undefined).parse(action),
    person: readSearchText(person) ?? undefined,
  }),
  about: ({ person }) => person,
  columns: {
    at: time({ isRowHeader: true, shows: 'exact' }),
    staff_name: text({ value: ({ staffName }) => staffName }),
    staff_id: id({ value: ({ staffId }) => staffId, card: 'open' }),
    action: word({ card: 'end', words: auditActions }),
    what: text(),
    about: id({ href: (about, entry) => pageAbout(about, entry) }),
    size_bytes: bytes({ value: ({ sizeBytes }) => sizeBytes, isInFileOnly: true }),
  },
  sort: null,
  file: ['at', 'staff_id', 'staff_name', 'action', 'what', 'about', 'size_bytes'],
})

/** The pages of the lists whose files have another name. */
const pages = new Map(Object.entries({ batches: 'uploads', breakdowns: 'conversions' }))

export function pageOfObject({ action, what = '' }: AuditEntry): Route | undefined {
  const last = what.slice(what.lastIndexOf('-') + 1)
  const ulid = isUlid(last) ? last : undefined
  if (action === 'upload') return ulid && oneUrl('uploads', ulid)
  if (action === 'send_again') return ulid && pageUrl('/console/connects', { find: ulid })
  if (action !== 'export') return undefined
  if (what.startsWith('conversion-')) return ulid && oneUrl('conversions', ulid)
  // Their file has the name of its filter, such as `stuck-task-runs`.
  if (what.endsWith('-task-runs')) return '/console/task-runs'
  return `/console/${pages.get(what) ?? what}` as Route
}

const pageAbout = (about: string, { action, what }: AuditEntry): Route | undefined =>
  action === 'forget' || what === 'user' ? userPath(about) : pageUrl('/console/search', { q: about })
