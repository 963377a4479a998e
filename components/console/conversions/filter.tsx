import { TextLink } from '@/components/console/shared/text-link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { DateFilter } from '@/lib/console/conversions/query'
import { conversionMessages } from '@/lib/messages/console-conversions'

const messages = conversionMessages.filter

/**
 * Chooses the dates of the list. It is a plain form that sets the query, so it works with Back and without
 * scripts.
 *
 * @param read - the dates in the query.
 * @param rows - the page size, which is kept.
 */
export function ConversionFilter({ read, rows }: { read: DateFilter; rows: number }) {
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
                // A date field cannot show an invalid date.
                defaultValue={problem === 'not_a_date' ? '' : values[name]}
                error={problem && messages.problems[problem]}
                // On Back, the browser would otherwise restore what was typed.
                autoComplete="off"
              />
            </div>
          )
        })}
        <div className="flex items-center gap-4 sm:pt-7.5">
          <input type="hidden" name="rows" value={rows} />
          <Button type="submit">{messages.apply}</Button>
          {hasDates && (
            <TextLink href="/console/conversions" isTall>
              {messages.clear}
            </TextLink>
          )}
        </div>
      </div>
      <p className="text-sm text-muted">{messages.hint}</p>
    </form>
  )
}
