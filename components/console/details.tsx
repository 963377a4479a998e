import type { ReactNode } from 'react'

/** `rows` have the names beside the values. `facts` and the large `figures` have them above, in at most 4 equal columns. */
const looks = {
  rows: 'gap-x-6 gap-y-1 *:col-span-full *:grid *:grid-cols-subgrid *:pb-1 sm:grid-cols-[max-content_minmax(0,1fr)]',
  facts: 'grid-cols-[repeat(auto-fill,minmax(min(max(13rem,25%-0.75rem),100%),1fr))] gap-4',
  figures:
    'grid-cols-[repeat(auto-fill,minmax(max(8rem,25%-0.75rem),1fr))] items-end gap-4 tabular-nums [&_dd]:text-xl [&_dd]:font-semibold [&_dd]:tracking-tight [&_dd]:wrap-anywhere',
}

export function Details({
  fields,
  look = 'rows',
}: {
  fields: Readonly<Record<string, ReactNode>>
  look?: keyof typeof looks
}) {
  const kept = Object.entries(fields).filter(([, value]) => Boolean(value))
  if (kept.length === 0) return null
  return (
    <dl className={`grid text-sm ${looks[look]}`}>
      {kept.map(([name, value]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
