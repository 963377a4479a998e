import { TextLink } from '@/components/console/shared/text-link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { DateFilter } from '@/lib/console/conversions/query'
import { consoleTexts } from '@/lib/skin/texts'

/** More than a date has, so that a wrong one can be seen and mended. */
const maxDateLength = 20

/**
 * Chooses the dates of the list. It is a plain form that sets the query, so it works with Back and without
 * scripts.
 *
 * @param read - the dates in the query.
 * @param rows - the page size, which is kept.
 */
export function ConversionFilter({ read, rows }: { read: DateFilter; rows: number }) {
  const t = consoleTexts()
  const values = read.ok ? read.dates : read.typed
  const problems = read.ok ? {} : read.problems
  const hasDates = Boolean(values.from ?? values.until)
  return (
    <form
      action="/console/conversions"
      aria-label={t('conversions.filter.title')}
      className="grid gap-2 rounded-skin border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-start gap-4">
        {(['from', 'until'] as const).map((name) => {
          const problem = problems[name]
          return (
            <div key={name} className="min-w-40 grow sm:max-w-48">
              <Field
                // Other dates show other texts.
                key={values[name]}
                // A browser's date field shows dates in its own language's order, and this console in one alone.
                type="text"
                inputMode="numeric"
                maxLength={maxDateLength}
                name={name}
                label={t(`conversions.filter.${name}`)}
                placeholder={t('conversions.filter.placeholder')}
                defaultValue={values[name]}
                error={problem && t(`conversions.filter.problems.${problem}`)}
                // On Back, the browser would otherwise restore what was typed.
                autoComplete="off"
              />
            </div>
          )
        })}
        <div className="flex items-center gap-4 sm:pt-7.5">
          <input type="hidden" name="rows" value={rows} />
          <Button type="submit">{t('conversions.filter.apply')}</Button>
          {hasDates && (
            <TextLink href="/console/conversions" isTall>
              {t('conversions.filter.clear')}
            </TextLink>
          )}
        </div>
      </div>
      <p className="text-sm text-muted">{t('conversions.filter.hint')}</p>
    </form>
  )
}
