import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { DatesRead } from '@/lib/console/conversion-query'
import { conversionMessages } from '@/lib/messages/console-conversions'

const messages = conversionMessages.filter

/**
 * Chooses the dates of the list. It is a plain form, whose answer is an address: so Back works, and so it
 * does without scripts.
 *
 * @param rows - the rows per page, which stay as they are.
 */
export function ConversionFilter({ read, rows }: { read: DatesRead; rows: number }) {
  const values = read.ok ? read.dates : read.typed
  const problems = read.ok ? {} : read.problems
  const hasDates = Boolean(values.from ?? values.until)
  return (
    <form
      action="/console/conversions"
      aria-label={messages.title}
      className="grid gap-2 rounded-skin border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-start gap-4">
        {(['from', 'until'] as const).map((name) => {
          const problem = problems[name]
          return (
            <div key={name} className="min-w-40 grow sm:max-w-56">
              <Field
                type="date"
                name={name}
                label={messages[name]}
                // A field for dates can hold nothing else.
                defaultValue={problem === 'not_a_date' ? '' : values[name]}
                error={problem && messages.problems[problem]}
                // Back brings the page's own dates, not those that were typed on it.
                autoComplete="off"
              />
            </div>
          )
        })}
        <div className="flex items-center gap-4 sm:pt-7.5">
          <input type="hidden" name="rows" value={rows} />
          <Button type="submit">{messages.apply}</Button>
          {hasDates && (
            <Link
              href="/console/conversions"
              prefetch={false}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-2 hover:text-accent-strong"
            >
              {messages.clear}
            </Link>
          )}
        </div>
      </div>
      <p className="text-sm text-muted">{messages.hint}</p>
    </form>
  )
}
