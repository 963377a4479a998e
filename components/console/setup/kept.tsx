import { Detail, Details } from '@/components/console/shared/details'
import type { SetupFacts } from '@/lib/console/setup/setup'
import { consoleTexts } from '@/lib/skin/texts'

/** The stored data of connects, its store, and its receivers. */
export function KeptFacts({ facts }: { facts: SetupFacts }) {
  const t = consoleTexts()
  const { hasRedis, records, keepsConnections, webhookOrigin } = facts
  return (
    <Details>
      <Detail name={t('setup.kept.where')}>{hasRedis ? t('setup.kept.redis') : t('setup.kept.process')}</Detail>
      <Detail name={t('setup.kept.connects')}>
        {t(`setup.kept.detail.${records.detail}`)}{' '}
        {t('setup.kept.bounds', { days: records.days, entries: records.maxEntries })}
      </Detail>
      <Detail name={t('setup.kept.connections')}>
        {keepsConnections ? t('setup.kept.connectionsKept') : t('setup.kept.connectionsNot')}
      </Detail>
      <Detail name={t('setup.kept.webhooks')}>
        {webhookOrigin === null ? t('setup.kept.noWebhooks') : <code className="break-all">{webhookOrigin}</code>}
      </Detail>
    </Details>
  )
}
