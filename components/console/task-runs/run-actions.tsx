'use client'

import { useLayoutEffect, useState, type ReactNode } from 'react'
import { useConsoleTexts } from '@/components/texts'
import { announce } from '@/components/ui/announcer'
import { bringBack, detailsId, isAside, setAside, type AsideRun } from '@/lib/console/task-runs/aside'
import type { TaskRunFilter } from '@/lib/console/task-runs/filters'
import type { TaskRunGroup } from '@/lib/console/task-runs/state'
import { useAside } from './use-aside'
import { CopyForTicket } from './copy-for-ticket'

/** A shown run, and its line in a ticket. */
export interface ShownRun extends AsideRun {
  line: string
}

/** The advice about the runs of a group. */
export interface GroupTodo {
  group: TaskRunGroup
  ids: readonly string[]
}

/** The ID of the line above the rows. The line gets the focus if no row is left. */
const lineId = 'task-runs-shown'

/**
 * The advice about the shown runs, a button that copies them for a ticket, and buttons that set them aside and bring
 * them back. It hides the rows of runs set aside. Without scripts all rows are visible.
 *
 * @param isFound - whether a search by an ID found the runs. Then it hides none.
 * @param todos - the groups of these runs, if there are several.
 */
export function RunActions({
  show,
  minutes,
  runs,
  isFound,
  todos,
  children,
}: {
  show: TaskRunFilter
  minutes: number
  runs: readonly ShownRun[]
  isFound: boolean
  todos: readonly GroupTodo[]
  children?: ReactNode
}) {
  const t = useConsoleTexts()
  const { aside, change } = useAside()
  const [isAsideShown, setIsAsideShown] = useState(false)
  const asideCount = isFound ? 0 : runs.filter((run) => isAside(aside, run)).length
  const isShowingAside = isAsideShown && asideCount > 0
  const shown = isFound ? runs : runs.filter((run) => isAside(aside, run) === isShowingAside)
  const heading = t(`taskRunsRefresh.todo.${show}`, { count: shown.length, minutes })
  const ids = new Set(shown.map(({ id }) => id))
  const todo = todos
    .map(({ group, ids: ofGroup }) => ({ group, count: ofGroup.filter((id) => ids.has(id)).length }))
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => t(`taskRunsRefresh.todo.${group}`, { count, minutes }))
    .join(' · ')

  useLayoutEffect(() => {
    for (const { id } of runs) {
      // By script, because only this browser stores which runs are set aside, and the server renders the rows.
      const row = document.getElementById(detailsId(id))?.closest('tr')
      if (row) row.hidden = !ids.has(id)
    }
  })

  function press() {
    if (shown.length === 0) return
    change((before, now) => (isShowingAside ? bringBack(before, shown) : setAside(before, shown, now)))
    announce(t(isShowingAside ? 'taskRunsRefresh.aside.broughtBack' : 'taskRunsRefresh.aside.done'))
    setIsAsideShown(false)
    // The button may be gone.
    if (show === 'all') focusLine()
  }

  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p id={lineId} tabIndex={-1} className="font-semibold">
        {heading}
      </p>
      {todo !== '' && (
        // One line, so that the rows begin high up. The link of each group above shows the full text.
        <p title={todo} className="min-w-0 shrink grow basis-16 truncate max-md:basis-full max-md:whitespace-normal">
          {todo}
        </p>
      )}
      {children}
      {shown.length > 0 && <CopyForTicket text={[heading, ...shown.map(({ line }) => line)].join('\n')} />}
      {!isFound && (show !== 'all' || isShowingAside) && runs.length > 0 && (
        <button
          type="button"
          aria-disabled={shown.length === 0 || undefined}
          className="chip noscript:hidden aria-disabled:opacity-60"
          onClick={press}
        >
          {t(isShowingAside ? 'taskRunsRefresh.aside.bringBack' : 'taskRunsRefresh.aside.set')}
        </button>
      )}
      {asideCount > 0 && (
        <button
          type="button"
          aria-pressed={isShowingAside}
          className="chip aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent forced-colors:aria-pressed:border-4"
          onClick={() => setIsAsideShown(!isShowingAside)}
        >
          {t('taskRunsRefresh.aside.count', { count: asideCount })}
        </button>
      )}
    </div>
  )
}

/**
 * A button in a run's details that sets the run aside or brings it back.
 *
 * @param isHiding - whether the press hides the row. Then the focus moves to the next row.
 */
export function AsideButton({ run, isHiding }: { run: AsideRun; isHiding: boolean }) {
  const t = useConsoleTexts()
  const { aside, change } = useAside()
  const isBack = !isAside(aside, run)
  return (
    <button
      type="button"
      className="chip justify-self-start noscript:hidden"
      onClick={({ currentTarget }) => {
        if (isHiding) focusBeside(currentTarget.closest('tr'))
        change((before, now) => (isBack ? setAside(before, [run], now) : bringBack(before, [run])))
        announce(t(isBack ? 'taskRunsRefresh.aside.done' : 'taskRunsRefresh.aside.broughtBack'))
      }}
    >
      {t(isBack ? 'taskRunsRefresh.aside.set' : 'taskRunsRefresh.aside.bringBack')}
    </button>
  )
}

function focusBeside(row: HTMLTableRowElement | null): void {
  const rows = [...(row?.parentElement?.querySelectorAll<HTMLTableRowElement>('tr:not([hidden])') ?? [])]
  const at = row ? rows.indexOf(row) : -1
  const summary = (rows[at + 1] ?? rows[at - 1])?.querySelector('summary')
  if (summary) summary.focus()
  else focusLine()
}

function focusLine(): void {
  document.getElementById(lineId)?.focus()
}
