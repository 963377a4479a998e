import type { ReactNode } from 'react'

export interface SiteLink {
  label: ReactNode
  url: string
}

/** The operator's links, as a list in one line. Empty without links. */
export function SiteLinks({ links }: { links: readonly SiteLink[] }) {
  if (links.length === 0) return null
  return (
    <ul className="links">
      {links.map(({ label, url }) => (
        <li key={url}>
          <a href={url}>{label}</a>
        </li>
      ))}
    </ul>
  )
}
