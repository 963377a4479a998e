import { AsyncContent } from '@/components/console/async-content'
import { ConsolePage } from '@/components/console/console-page'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { consoleTexts } from '@/lib/skin/texts'
import { Counts } from './overview/counts'
import { readOverview } from './overview/overview-data'
import { WorkList } from './overview/work'

export default async function OverviewPage() {
  await requireViewer('/console')
  const reads = readOverview()
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.overview')}>
      <AsyncContent read={reads.work} what={t('overview.work.what')} path="/console">
        {(work) => <WorkList work={work} />}
      </AsyncContent>
      <Counts reads={reads} />
      <p className="text-sm text-muted">
        <span>{t('overview.utc')}</span> <span>{t('shared.subnetBolts')}</span>{' '}
        {config().redisUrl === undefined && <span>{t('overview.ownProcess')}</span>}
      </p>
    </ConsolePage>
  )
}
