import type { Metadata } from 'next'
import { connection } from 'next/server'
import { Badge } from '@/components/console/badge'
import { ConsolePage, Section } from '@/components/console/console-page'
import { Detail, Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import type { Tone } from '@/lib/console/list'
import { checkedNames, type CheckedName } from '@/lib/console/checked-names'
import { checkConnectUrl } from '@/lib/console/connect-url'
import type { Verdict } from '@/lib/console/verdict'
import type { ServiceNames } from '@/lib/service'
import packageJson from '@/package.json'
import { brand, skin } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { setupFacts, type SetupFacts } from './facts'
import { nameVariables, openNames } from './open-names'

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

/** The URL to register at the service, and whether it follows the interface's rules. */
function ConnectUrl({ url }: { url: string }) {
  const t = consoleTexts()
  const rules = checkConnectUrl(url)
  return (
    <>
      <p className="text-muted">{t('overview.connectUrl.text')}</p>
      <p>
        <Identifier value={url} what={t('overview.connectUrl.copy')} isWhole />
      </p>
      <ul className="grid gap-2">
        {rules.map(({ rule, isMet }) => (
          <li key={rule} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isMet ? 'success' : 'danger'}>
              {isMet ? t('overview.connectUrl.met') : t('overview.connectUrl.broken')}
            </Badge>
            {t(`overview.connectUrl.rules.${rule}`)}
          </li>
        ))}
      </ul>
      {rules.some(({ isMet }) => !isMet) && <p>{t('overview.connectUrl.fix')}</p>}
    </>
  )
}

/** The login of this deployment, and the number of people who may open the console. */
function LoginFacts({ facts }: { facts: SetupFacts }) {
  const t = consoleTexts()
  const { login, operators, viewers } = facts
  const staffText = ({ named, hasRole }: SetupFacts['operators'], variable: string) => {
    const text = t('setup.login.named', { count: named, variable })
    return hasRole ? t('setup.login.andRole', { named: text }) : text
  }
  return (
    <Details>
      <Detail name={t('setup.login.users')}>{t(`setup.login.kinds.${login.users}`)}</Detail>
      {login.isDemo && (
        <Detail name={t('setup.login.demo')}>
          <Badge tone="warning">{t('shared.yes')}</Badge> {t('setup.login.demoText')}
        </Detail>
      )}
      <Detail name={t('setup.login.staff')}>
        {login.hasStaffLogin ? t('setup.login.ownLogin') : t('setup.login.asUsers')}
      </Detail>
      <Detail name={t('setup.login.operators')}>{staffText(operators, 'CONSOLE_USERS')}</Detail>
      <Detail name={t('setup.login.viewers')}>{staffText(viewers, 'CONSOLE_VIEWERS')}</Detail>
    </Details>
  )
}

/** The stored data of connects, its store, and its receivers. */
function KeptFacts({ facts }: { facts: SetupFacts }) {
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

const tones: Record<Verdict['state'], Tone> = { holds: 'success', wrong: 'danger', unknown: 'neutral' }

/**
 * The names that the interface does not define, with their values in this deployment.
 *
 * @param checks - the results of the checks. Empty while the store is unavailable.
 */
function OpenNames({ names, checks }: { names: ServiceNames; checks: readonly CheckedName[] }) {
  const t = consoleTexts()
  return (
    <Details>
      {openNames.map((name) => {
        const variable = nameVariables[name]
        const check = checks.find((each) => each.variable === variable)
        return (
          <Detail key={name} name={t(`overview.names.meaning.${name}`)}>
            <code className="break-all">{names[name]}</code>{' '}
            <span className="text-sm text-muted">{t('overview.names.setBy', { variable })}</span>{' '}
            {check && (
              <Badge tone={check.verdict ? tones[check.verdict.state] : 'neutral'}>
                {t(`setup.nameStates.${check.verdict?.state ?? 'never'}`)}
              </Badge>
            )}
            {check?.verdict && (
              <p lang="en" className="text-sm text-muted">
                {`${check.verdict.what} ${check.verdict.todo ?? ''}`}
              </p>
            )}
            {name === 'signature' && <p className="text-sm text-muted">{t('overview.names.unchecked')}</p>}
          </Detail>
        )
      })}
    </Details>
  )
}
