import { brand } from '@/lib/brand'
import type { ExportTexts } from '@/lib/console/shared/export'
import type { ListChange } from '@/lib/console/shared/list-change'
import type { ProblemKind } from '@/lib/console/shared/problem'
import { formatCount, formatDuration } from '@/lib/format'
import { consoleMessages } from './console'
import { outsideDates } from './console-suspicions'

/** The texts of exports. Only the server has them: the pages' scripts do not. */
export const exportMessages = {
  unknownFormat: 'The address must end with ?format=csv or ?format=json.',
  failed: (kind: ProblemKind) =>
    [
      'The export could not be made, and nothing was saved. Go back and try again.',
      consoleMessages.problems[kind].title,
      consoleMessages.problems[kind].text,
    ].join('\n'),
  unreadable: (count: number) =>
    count === 1
      ? 'One record of this export cannot be read. It is in its place as the service gave it, in JSON.'
      : `${formatCount(count)} records of this export cannot be read. They are in their places as the service gave them, in JSON.`,
  changed: ({ firstTotal, lastTotal, repeated, maybeMissing }: ListChange) =>
    [
      `The list changed while it was exported: it had ${formatCount(firstTotal)} rows at first and ${formatCount(lastTotal)} at the end.`,
      ...(repeated > 0 ? [`Rows that came twice are here once: ${formatCount(repeated)}.`] : []),
      maybeMissing > 0 ? `Rows that may be missing: up to ${formatCount(maybeMissing)}.` : 'No row is missing.',
    ].join(' '),
  outsideDates,
  /** Beside the links that download long lists. */
  pauses: (maxPauseSeconds: number) =>
    `If ${brand.serviceName} limits its rate, a download pauses, for up to ${formatDuration(maxPauseSeconds)} at a time, and goes on by itself. A file that is not whole ends as a failed download.`,
} satisfies ExportTexts & Record<string, unknown>
