import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ConnectUrl } from '@/components/console/setup/connect-url'
import { LoginFacts } from '@/components/console/setup/login'
import { KeptFacts } from '@/components/console/setup/kept'
import { OpenNames } from '@/components/console/setup/open-names'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { Detail, Details } from '@/components/console/shared/details'
import { Identifier } from '@/components/console/shared/identifier'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { checkedNames } from '@/lib/console/shared/checked-names'
import { setupFacts } from '@/lib/console/setup/setup'
import packageJson from '@/package.json'
import { brand, skin } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.pages.setup') }
}

/** Shows the settings of this deployment, without secrets. */
export default async function SetupPage() {
  await requireViewer('/console/setup')
  const facts = setupFacts(config())
  const checks = await checkedNames(store(), config())
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.setup')} intro={t('setup.info')}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
        <div className="grid gap-3">
          <Section title={t('overview.deployment.title')}>
            <Details>
              <Detail name={t('overview.deployment.environment')}>
                {t(`overview.deployment.${facts.environment}`)}
              </Detail>
              <Detail name={t('overview.deployment.baseUrl')}>
                <Identifier value={facts.baseUrl} what={t('overview.deployment.baseUrl')} isWhole />
              </Detail>
              <Detail name={t('overview.deployment.subnetId')}>
                <Identifier value={facts.subnetId} what={t('overview.deployment.subnetId')} isWhole />
              </Detail>
              <Detail name={t('setup.app.skin')}>
                <bdi>{brand(consoleLanguage).name}</bdi>
              </Detail>
              <Detail name={t('setup.app.languages')}>{consoleFormats().list(skin().languages)}</Detail>
              <Detail name={t('setup.app.version')}>{packageJson.version}</Detail>
              <Detail name={t('setup.app.node')}>{process.version}</Detail>
            </Details>
          </Section>
          <Section title={t('overview.connectUrl.title')}>
            <ConnectUrl url={facts.connectUrl} />
          </Section>
          <Section title={t('setup.login.title')}>
            <LoginFacts facts={facts} />
          </Section>
        </div>
        <div className="grid gap-3">
          <Section title={t('overview.names.title')}>
            <p className="text-muted">{t('overview.names.text')}</p>
            <OpenNames names={facts.names} checks={checks} />
          </Section>
          <Section title={t('setup.kept.title')}>
            <KeptFacts facts={facts} />
          </Section>
        </div>
      </div>
    </ConsolePage>
  )
}
