import type { Route } from 'next'
import { Link } from '@/components/ui/link'

/** @param choices - the filters, each with the number of its rows if that is known. */
export function FilterChips({
  label,
  choices,
}: {
  label: string
  choices: readonly { name: string; count?: string; url: Route; isCurrent: boolean }[]
}) {
  return (
    <nav aria-label={label} className="min-w-0 max-w-full">
      <ul className="chips flex flex-wrap gap-1.5">
        {choices.map(({ name, count, url, isCurrent }) => (
          <li key={url}>
            <Link href={url} scroll={false} aria-current={isCurrent || undefined} className="chip">
              <span>{name}</span> {count !== undefined && <span className="tabular-nums">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
