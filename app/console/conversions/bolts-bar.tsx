'use client'

/**
 * The bolts of users, and above them the bolts of the owner, in percent of the height. The two parts differ without
 * colour too: one is solid, the other outlined.
 *
 * It is a client component, because React adds an inline style to late server content inside a drawing, and the security
 * policy forbids inline styles.
 */
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
