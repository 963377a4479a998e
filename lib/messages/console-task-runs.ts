import { brand } from '@/lib/brand'
import type { TaskRunFilter } from '@/lib/console/task-runs/filters'
import type { TaskRunState } from '@/lib/console/task-runs/state'
import { formatCount } from '@/lib/format'
import { capitalized } from './capitalized'

const minutesText = (minutes: number) => `${formatCount(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`
const runsText = (runs: number) => `${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}`

/** The texts of the page "Task runs". */
export const taskRunMessages = {
  what: 'the task runs',
  problemTitle: 'The task runs could not be read.',

  threshold: {
    label: 'Stuck after, in minutes',
    wrong: (limits: Record<'min' | 'max' | 'default', number>) =>
      `That is no threshold: write whole minutes from ${formatCount(limits.min)} to ${formatCount(limits.max)}. The usual ${formatCount(limits.default)} are used meanwhile.`,
    apply: 'Apply',
    applying: 'Applying…',
  },

  filter: {
    label: 'Which runs',
    names: {
      all: 'All pending',
      stuck: 'Stuck',
      awaits_validation: 'Waiting for validation',
      raw_data_invalid: 'Never to be validated',
      force_ended: 'Ended by force',
    } satisfies Record<TaskRunFilter, string> as Record<TaskRunFilter, string>,
    atLeast: (count: number) => `${formatCount(count)}+`,
    reading: 'Reading…',
  },

  refresh: {
    updated: 'Updated',
    every: (seconds: number) => `Refreshes every ${formatCount(seconds)} seconds.`,
    paused: 'Does not refresh by itself now.',
    now: 'Refresh now',
    refreshing: 'Refreshing…',
    pause: 'Pause refreshing',
    resume: 'Resume refreshing',
    done: 'The list is up to date.',
    failed: 'The list could not be refreshed.',
    old: 'The list below is old: it is as it was at',
    again: (seconds: number) => `It is tried again every ${formatCount(seconds)} seconds.`,
    againWhenAsked: 'Press Refresh now to try again.',
    unreachable: {
      title: 'This console could not be reached.',
      text: "Check your own connection. If other sites work, this console's server is down or restarting.",
    },
  },

  more: {
    title: 'More runs are pending than are shown here.',
    text: (limit: number) =>
      `${capitalized(brand.serviceName)} lists ${formatCount(limit)} at most, those without an update for the longest, and gives no way to see the others: they come up as these are done.`,
    allStuck: 'All that are listed are stuck, so more of the others may be too.',
  },

  none: {
    title: 'No run is pending.',
    text: 'The end of every run has landed on chain. A run that starts shows up here by itself.',
  },
  noneStuck: {
    title: 'No run is stuck.',
    text: (pending: number, minutes: number) =>
      `Each of the ${runsText(pending)} pending was updated in the last ${minutesText(minutes)}.`,
  },
  noneFiltered: {
    title: 'No run is in this state.',
    text: (pending: number) => `${runsText(pending)} ${pending === 1 ? 'is' : 'are'} pending in all.`,
    showAll: 'Show all pending runs',
  },

  table: {
    captions: {
      all: 'Pending task runs, the longest without an update first',
      stuck: 'Stuck task runs, the longest without an update first',
      awaits_validation: 'Task runs that wait for validation alone, the longest without an update first',
      raw_data_invalid: 'Task runs that can never be validated, the longest without an update first',
      force_ended: 'Task runs that were ended by force, the longest without an update first',
    } satisfies Record<TaskRunFilter, string> as Record<TaskRunFilter, string>,
    run: 'Task run',
    state: 'State',
    onChain: 'On chain',
    status: 'Status',
    validated: 'Validated',
    flags: 'Flags',
    updated: 'Last update',
    ingested: 'First event',
    task: 'Task',
    event: 'Event',
    runId: 'task run ID',
    taskId: 'task ID',
    eventId: 'event ID',
    quietFor: (duration: string) => `no update for ${duration}`,
  },
  states: {
    on_time: { name: 'On time', text: 'The end has not landed on chain yet, and need not have.' },
    stuck: { name: 'Stuck', text: 'No update for longer than the threshold, and the end has not landed on chain.' },
    awaits_validation: {
      name: 'Waiting for validation',
      text: 'Completed on chain and not validated yet: that takes a while, and is not stuck.',
    },
    without_raw_data: {
      name: 'Completed without raw data',
      text: 'Ended by force, and completed on chain. The interface does not say whether such a run is ever validated.',
    },
    never_validated: {
      name: 'Never to be validated',
      text: 'The raw data file failed its check, so the run cannot be validated.',
    },
    validated: { name: 'Validated', text: 'Completed on chain, and validated.' },
  } satisfies Record<TaskRunState, { name: string; text: string }>,
  /** The values that the interface lists. Any other value is shown as it is. */
  statuses: { in_progress: 'In progress', completed: 'Completed' } as Readonly<Record<string, string>>,
  blockchainStatuses: { pending: 'Pending', running: 'Running', finished: 'Finished' } as Readonly<
    Record<string, string>
  >,
  notValidated: { notYet: 'Not yet', never: 'Never to be validated' },
  flags: {
    rawDataInvalid: { name: 'Raw data invalid', text: 'The raw data file failed its check: never to be validated.' },
    forceEnded: { name: 'Without raw data', text: 'Ended by force, so no raw data were produced.' },
  },
  legend: 'What the words in this list mean',
}
