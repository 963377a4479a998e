import type { Route } from 'next'
import { Link } from '@/components/ui/link'

/** A filter with its link, and the number of its rows if known. */
interface FilterChoice {
  name: string
  count?: string
  url: Route
  isCurrent: boolean
}

export function FilterChips({ label, choices }: { label: string; choices: readonly FilterChoice[] }) {
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
