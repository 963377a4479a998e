import type { Route } from 'next'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { consoleTexts } from '@/lib/skin/texts'
import { PendingText } from './pending-text'

/** A filter: its link, and how many runs it shows. */
interface TaskRunChoice {
  name: string
  count: string
  url: Route
  isCurrent: boolean
}

/** The links to all runs, and to some of them. */
export function TaskRunFilters({ choices }: { choices: readonly TaskRunChoice[] }) {
  return (
    <nav aria-label={consoleTexts()('taskRuns.filter.label')}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ name, count, url, isCurrent }) => (
          <li key={name}>
            <Link
              href={url}
              scroll={false}
              aria-current={isCurrent || undefined}
              className={classNames(
                'inline-flex min-h-9 items-center gap-2 rounded-skin border px-3 py-1.5 text-sm font-medium',
                isCurrent
                  ? 'border-accent bg-accent text-on-accent'
                  : 'border-control-line bg-surface text-text hover:border-accent hover:text-accent',
                'forced-colors:aria-[current=true]:border-4',
              )}
            >
              <PendingText>{name}</PendingText> <span className="tabular-nums">{count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
