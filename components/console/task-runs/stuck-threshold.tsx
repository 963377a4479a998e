import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { stuckMinutes, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { consoleTexts } from '@/lib/skin/texts'

/**
 * Sets after how many minutes without an update a run counts as stuck. It is a plain form that sets the query, so
 * it works with Back and without scripts.
 */
export function StuckThreshold({ query }: { query: TaskRunQuery }) {
  const t = consoleTexts()
  const { minutes, defaultMinutes, show, find, hasInvalidMinutes } = query
  return (
    // No autocomplete: on Back, the browser would restore a threshold that the page does not use.
    <form
      // Another query shows another threshold.
      key={minutes}
      action="/console/task-runs"
      autoComplete="off"
      className="flex flex-wrap items-end gap-3"
    >
      {show !== 'all' && <input type="hidden" name="show" value={show} />}
      {find !== null && <input type="hidden" name="find" value={find} />}
      <Field
        label={t('taskRuns.threshold.label')}
        error={
          hasInvalidMinutes ? t('taskRuns.threshold.wrong', { ...stuckMinutes, default: defaultMinutes }) : undefined
        }
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
  )
}
