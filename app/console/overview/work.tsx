import 'server-only'
import type { Route } from 'next'
import { hintIcon } from '@/components/console/icons'
import { ServiceProblem } from '@/components/console/notices'
import { alertIcon, errorIcon, Icon, nextIcon, successIcon } from '@/components/ui/icon'
import { Link } from '@/components/ui/link'
import { config } from '@/lib/config'
import { pageUrl } from '@/lib/console/page-url'
import { formatDay } from '@/lib/format'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import type { PendingTaskRuns } from '@/lib/service'
import { brand } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'
import { countTaskRuns } from '@/lib/jobs/stuck'
import type { Work } from './overview-data'

export function WorkList({ work }: { work: Work }) {
  const t = consoleTexts()
  const tasks = tasksOf(work)
  const { runs } = work
  return (
    <>
      {runs.kind === 'failed' && <ServiceProblem problem={runs.problem} retryUrl="/console" />}
      {tasks.length > 0 && (
        <section aria-labelledby="work" className="rounded-skin border border-line bg-surface pt-3 pb-2">
          <h2 id="work" className="px-3 py-1 font-semibold sm:px-4">
            {t('overview.work.title')}
          </h2>
          <ul className="text-sm">
            {tasks.map(({ severity, title, since, url }) => (
              <li key={title}>
                <Link
                  href={url}
                  className="flex min-h-9 items-center gap-2 px-3 py-1 text-text no-underline hover:bg-page hover:text-accent sm:px-4"
                >
                  <Icon path={looks[severity].icon} className={`size-4.5 ${looks[severity].color}`} />
                  <span className="sr-only">{t(`overview.work.severity.${severity}`)}</span>
                  <span className="grid min-w-0 grow">
                    <span className={`wrap-anywhere ${looks[severity].title}`}>{title}</span>
                    {since && <span className="text-xs text-muted">{since}</span>}
                  </span>
                  <Icon path={nextIcon} className="size-4 text-muted rtl:-scale-x-100" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {tasks.length === 0 && runs.kind === 'read' && (
        <p className="flex items-center gap-2 self-start rounded-skin border border-line bg-surface px-4 py-3 text-muted">
          <Icon path={successIcon} className="text-success" />
          {t('overview.work.none')}
        </p>
      )}
    </>
  )
}

const looks = {
  now: { icon: errorIcon, color: 'text-danger', title: 'font-semibold' },
  soon: { icon: alertIcon, color: 'text-warning', title: 'font-semibold' },
  hint: { icon: hintIcon, color: 'text-muted', title: '' },
} as const

function task(severity: keyof typeof looks, name: TaskName, count: number, url: Route, since?: string) {
  return count === 0 ? [] : [{ severity, title: consoleTexts()(`overview.work.tasks.${name}`, { count }), since, url }]
}

type TaskName<Key = ConsoleTextKey> = Key extends `overview.work.tasks.${infer Name}` ? Name : never

function tasksOf(work: Work) {
  const t = consoleTexts()
  const { runs, webhooks, callsLeft, lostWebhooks, lostRecords, unknownVariables, userIdsChanged } = work
  const waits = pageUrl('/console/connects', { outcome: 'wait', day: formatDay(new Date()) })
  // The app tries the other messages again.
  const isGivenUp = webhooks.deliveries.some(({ nextAt }) => nextAt === null)
  const triedAt = Math.max(0, ...webhooks.deliveries.map(({ failedAt }) => failedAt))
  const tried = agoText(Date.now() - triedAt)
  const { count, isAtLeast, since } = runs.kind === 'read' ? stuckIn(runs.data) : noneStuck
  const started = t('overview.work.started', { ago: agoText(process.uptime() * 1000) })
  return [
    ...task('now', 'userIds', userIdsChanged ? 1 : 0, '/console/setup#user-ids'),
    ...task('now', 'calls', callsLeft === 0 ? 1 : 0, waits),
    ...task(isGivenUp ? 'now' : 'soon', 'webhooks', webhooks.total, '/console/connects?tab=webhooks', tried),
    ...task('soon', isAtLeast ? 'stuckAtLeast' : 'stuck', count, '/console/task-runs?show=stuck', since),
    ...task('soon', 'lostWebhooks', lostWebhooks, '/console/connects?tab=webhooks', started),
    ...task('soon', 'lostRecords', lostRecords, '/console/connects', started),
    ...task('soon', 'variables', unknownVariables, '/console/setup#variables'),
    ...task('hint', 'support', brand(consoleLanguage).supportUrl === null ? 1 : 0, '/console/setup#support'),
  ]
}

const agoText = (ms: number) => consoleFormats().relativeTime(new Date(0), new Date(ms))

const noneStuck = { count: 0, isAtLeast: false, since: '' }

export function stuckIn(runs: PendingTaskRuns) {
  const afterSeconds = config().stuckAfterMinutes * 60
  // The service has counted the seconds, so this holds even if the clock of this server is wrong.
  const ages = runs.taskRuns.map((run) => run.seconds_since_update)
  return { ...countTaskRuns(runs, afterSeconds).stuck, since: agoText(Math.max(0, ...ages) * 1000) }
}
