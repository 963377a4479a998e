import { Fragment, type ReactNode } from 'react'

export function Details({ fields }: { fields: Readonly<Record<string, ReactNode>> }) {
  const kept = Object.entries(fields).filter(([, value]) => Boolean(value))
  if (kept.length === 0) return null
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {kept.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="mb-1 min-w-0 break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
