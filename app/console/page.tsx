import { AsyncContent } from '@/components/console/async-content'
import { Funnel } from '@/components/console/bars'
import { ConsolePage } from '@/components/console/console-page'
import { requireViewer } from '@/lib/auth/user'
import { connectReport } from '@/lib/console/connect-rate'
import { readService } from '@/lib/console/service'
import { config } from '@/lib/config'
import { listPendingTaskRuns } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { Counts } from './overview/counts'
import { FirstRun } from './overview/first-run'
import { readDays, readFirstSteps, readLatestConversion, readWork } from './overview/overview-data'
import { Presses } from './overview/presses'
import { WorkList } from './overview/work'

const path = '/console'

export default async function OverviewPage() {
  await requireViewer(path)
  const taskRuns = readService(listPendingTaskRuns)
  const conversion = readService(readLatestConversion)
  const work = readWork(taskRuns)
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.overview')}>
      <AsyncContent read={readDays()} what={t('overview.counts.what')} path={path}>
        {(days) => {
          const report = connectReport(days ?? [])
          const isNew = days !== null && report.whole.total === 0
          const workList = (
            <AsyncContent read={work} what={t('overview.work.what')} path={path}>
              {(work) => <WorkList work={work} />}
            </AsyncContent>
          )
          return (
            <>
              <Counts taskRuns={taskRuns} conversion={conversion} days={isNew ? undefined : days} />
              {isNew || !days ? (
                workList
              ) : (
                // On a phone, what needs attention is first. Two columns end together, below a problem, which spans both.
                <div className="grid grid-cols-1 gap-3 lg:grid-flow-dense lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
                  <div className="grid gap-3 lg:contents lg:*:not-[[role=alert]]:col-start-2 lg:*:[[role=alert]]:col-span-full">
                    {workList}
                  </div>
                  <div className="grid lg:row-span-2">
                    <Presses days={days} />
                  </div>
                  <Funnel report={report} />
                </div>
              )}
              {isNew && (
                <AsyncContent
                  read={readFirstSteps(taskRuns, report.arrived > 0)}
                  what={t('overview.firstRun.what')}
                  path={path}
                >
                  {(done) => <FirstRun done={done} />}
                </AsyncContent>
              )}
            </>
          )
        }}
      </AsyncContent>
      <p className="footnote">
        <span>{t('overview.utc')}</span> <span>{t('shared.subnetBolts')}</span>{' '}
        {config().redisUrl === undefined && <span>{t('overview.ownProcess')}</span>}
      </p>
    </ConsolePage>
  )
}
