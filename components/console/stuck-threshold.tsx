'use client'

import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { QueryForm } from '@/components/console/query-form'
import { stuckMinutes, taskRunSearch, type TaskRunQuery } from '@/lib/console/task-run-query'
import { taskRunMessages } from '@/lib/messages/console-task-runs'

const messages = taskRunMessages.threshold

/** Sets after how many minutes without an update a run counts as stuck. */
export function StuckThreshold({ query }: { query: TaskRunQuery }) {
  const { minutes, isStuckOnly, hasWrongMinutes } = query
  const { show } = taskRunSearch({ minutes, isStuckOnly })
  return (
    <QueryForm path="/console/task-runs" current={String(minutes)} className="flex flex-wrap items-end gap-3">
      {(isPending) => (
        <>
          {show && <input type="hidden" name="show" value={show} />}
          <Field
            label={messages.label}
            error={hasWrongMinutes ? messages.wrong : undefined}
            name="minutes"
            type="number"
            inputMode="numeric"
            required
            min={stuckMinutes.least}
            max={stuckMinutes.most}
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
