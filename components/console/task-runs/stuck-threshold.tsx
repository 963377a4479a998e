'use client'

import { QueryForm } from '@/components/console/shared/query-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { stuckMinutes } from '@/lib/console/task-runs/limits'
import type { TaskRunQuery } from '@/lib/console/task-runs/query'
import { taskRunMessages } from '@/lib/messages/console-task-runs'

const messages = taskRunMessages.threshold

/** Sets after how many minutes without an update a run counts as stuck. */
export function StuckThreshold({ query }: { query: TaskRunQuery }) {
  const { minutes, defaultMinutes, show, hasInvalidMinutes } = query
  return (
    <QueryForm path="/console/task-runs" current={String(minutes)} className="flex flex-wrap items-end gap-3">
      {(isPending) => (
        <>
          {show !== 'all' && <input type="hidden" name="show" value={show} />}
          <Field
            label={messages.label}
            error={hasInvalidMinutes ? messages.wrong({ ...stuckMinutes, default: defaultMinutes }) : undefined}
            name="minutes"
            type="number"
            inputMode="numeric"
            required
            min={stuckMinutes.min}
            max={stuckMinutes.max}
            defaultValue={minutes}
          />
          <Button type="submit" isBusy={isPending}>
            {isPending ? messages.applying : messages.apply}
          </Button>
        </>
      )}
    </QueryForm>
  )
}
