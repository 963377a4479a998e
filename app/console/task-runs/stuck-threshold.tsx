import { HiddenFields } from '@/components/console/hidden-fields'
import { Menu } from '@/components/console/menu'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { config } from '@/lib/config'
import type { SearchParams } from '@/lib/console/page-url'
import { stuckMinutes, type TaskRunQuery } from './list'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * Sets after how many minutes without an update a run counts as stuck. It is a plain form that sets the query, so that
 * it works with Back and without scripts.
 */
export function StuckThreshold({
  query: { minutes, hasInvalidMinutes },
  searchParams,
}: {
  query: TaskRunQuery
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const limits = { ...stuckMinutes, default: config().stuckAfterMinutes }
  return (
    <Menu label={t('taskRuns.threshold.menu', { duration: formatDuration(minutes * 60) })} isOpen={hasInvalidMinutes}>
      {/* No autocomplete, because on Back the browser would restore a threshold that the page does not use. */}
      <form
        // Resets the field for another query.
        key={minutes}
        action="/console/task-runs"
        autoComplete="off"
        className="flex flex-wrap items-end gap-3"
      >
        <HiddenFields params={searchParams} without={['minutes']} />
        <Field
          label={t('taskRuns.threshold.label')}
          error={hasInvalidMinutes ? t('taskRuns.threshold.wrong', limits) : undefined}
          name="minutes"
          type="number"
          inputMode="numeric"
          required
          min={stuckMinutes.min}
          max={stuckMinutes.max}
          defaultValue={minutes}
        />
        <Button type="submit">{t('taskRuns.threshold.apply')}</Button>
      </form>
    </Menu>
  )
}
