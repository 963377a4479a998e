import type { Route } from 'next'
import { useId } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { DayColumn } from '@/lib/console/shared/connect-rate'
import { consoleTexts } from '@/lib/skin/texts'
import { rateText } from './rate'

/** Set on the list instead of each of its thirty columns. */
const columnClasses = classNames(
  'flex h-9 w-76 max-w-full [&>li]:min-w-0 [&>li]:grow [&>li]:basis-0 [&_svg]:block',
  '[&_a]:block [&_a]:h-full [&_a]:border-b-2 [&_a]:border-control-line [&_a:hover]:border-accent [&_a:hover]:bg-line',
  '[&_a[aria-current]]:border-accent [&_a[aria-current]]:bg-line forced-colors:[&_a[aria-current]]:border-b-4',
)

/**
 * A small column for each of the last days: the confirmed presses, and above them the refused ones, which are hatched.
 * A column links to the attempts of its day. All columns are one tab stop, because the filter has a field for the day.
 *
 * @param current - the day that the list shows.
 */
export function DayStrip({
  columns,
  current,
  urlOf,
}: {
  columns: readonly DayColumn[]
  current: string | undefined
  urlOf: (day: string) => Route
}) {
  const t = consoleTexts()
  const pattern = useId()
  const stop = columns.find(({ day }) => day === current) ?? columns.at(-1)
  return (
    <>
      <svg width="0" height="0" aria-hidden="true" className="absolute">
        <pattern id={pattern} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="4" height="4" className="fill-surface" />
          <rect width="2" height="4" className="fill-danger" />
        </pattern>
      </svg>
      <ul aria-label={t('connects.days.label')} className={columnClasses}>
        {columns.map((column) => {
          const { day, confirmedHeight, refusedHeight } = column
          const name = `${day}: ${rateText(column, t('connects.days.none'))}`
          return (
            <li key={day}>
              <Link
                href={urlOf(day)}
                scroll={false}
                tabIndex={column === stop ? undefined : -1}
                aria-current={day === current || undefined}
                aria-label={name}
              >
                <svg width="100%" height="100%" aria-hidden="true">
                  <title>{name}</title>
                  <rect width="100%" height="100%" className="fill-transparent" />
                  <rect
                    x="15%"
                    width="70%"
                    y={`${100 - confirmedHeight}%`}
                    height={`${confirmedHeight}%`}
                    className="fill-success"
                  />
                  <rect
                    x="15%"
                    width="70%"
                    y={`${100 - confirmedHeight - refusedHeight}%`}
                    height={`${refusedHeight}%`}
                    fill={`url(#${pattern})`}
                    className={refusedHeight > 0 ? 'stroke-danger' : ''}
                  />
                </svg>
              </Link>
            </li>
          )
        })}
      </ul>
    </>
  )
}
