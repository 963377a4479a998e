'use client'

/** In percent. A client component, because React adds an inline style to late server content inside a drawing. */
export function BoltsBar({ users, owner, title }: { users: number; owner: number; title?: string }) {
  const place = { x: '10%', width: '80%' }
  return (
    <svg width="100%" height="100%" className="overflow-visible">
      {title && <title>{title}</title>}
      <rect width="100%" height="100%" className="fill-transparent group-hover:fill-line" />
      <rect {...place} y={`${100 - users}%`} height={`${users}%`} className="fill-accent" />
      {owner > 0 && (
        <rect {...place} y={`${100 - users - owner}%`} height={`${owner}%`} className="fill-surface stroke-text" />
      )}
    </svg>
  )
}
