import 'server-only'
import { Badge } from '@/components/console/badge'
import { Section } from '@/components/console/console-page'
import { Detail, Details } from '@/components/console/details'
import { Identifier } from '@/components/console/identifier'
import { config } from '@/lib/config'
import { variables } from '@/lib/config/variables'
import type { CheckedName } from '@/lib/console/name-checks'
import { checkConnectUrl } from '@/lib/console/connect-url'
import { dayInMs } from '@/lib/format'
import type { ServiceNames } from '@/lib/service'
import packageJson from '@/package.json'
import { brand, skin } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'

/**
 * The facts of the configuration. They contain no secrets, no credentials from a URL, and no names of staff.
 *
 * @param checks - the results of the checks of names. Empty while the store is unavailable.
 */
export function SetupFacts({ checks }: { checks: readonly CheckedName[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
      <div className="grid gap-3">
        <DeploymentFacts />
        <ConnectUrl />
        <LoginFacts />
      </div>
      <div className="grid gap-3">
        <OpenNames checks={checks} />
        <KeptFacts />
      </div>
    </div>
  )
}

function DeploymentFacts() {
  const t = consoleTexts()
  const { environment, baseUrl, subnetId } = config().service
  const { origin, pathname } = new URL(baseUrl)
  return (
    <Section title={t('setup.deployment.title')}>
      <Details>
        <Detail name={t('setup.deployment.environment')}>{t(`setup.deployment.${environment}`)}</Detail>
        <Detail name={t('setup.deployment.baseUrl')}>
          <Identifier value={`${origin}${pathname}`.replace(/\/+$/, '')} what={t('setup.deployment.baseUrl')} isWhole />
        </Detail>
        <Detail name={t('setup.deployment.subnetId')}>
          <Identifier value={subnetId} what={t('setup.deployment.subnetId')} isWhole />
        </Detail>
        <Detail name={t('setup.app.skin')}>
          <bdi>{brand(consoleLanguage).name}</bdi>
        </Detail>
        <Detail name={t('setup.app.languages')}>{consoleFormats().list(skin().languages)}</Detail>
        <Detail name={t('setup.app.version')}>{packageJson.version}</Detail>
        <Detail name={t('setup.app.node')}>{process.version}</Detail>
      </Details>
    </Section>
  )
}

/** The URL to register at the service, and whether it follows the interface's rules. */
function ConnectUrl() {
  const t = consoleTexts()
  const url = `${config().app.origin}/connect`
  const rules = checkConnectUrl(url)
  return (
    <Section title={t('setup.connectUrl.title')}>
      <p className="text-muted">{t('setup.connectUrl.text')}</p>
      <p>
        <Identifier value={url} what={t('setup.connectUrl.copy')} isWhole />
      </p>
      <ul className="grid gap-2">
        {rules.map(({ rule, isMet }) => (
          <li key={rule} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={isMet ? 'success' : 'danger'}>
              {isMet ? t('setup.connectUrl.met') : t('setup.connectUrl.broken')}
            </Badge>
            {t(`setup.connectUrl.rules.${rule}`)}
          </li>
        ))}
      </ul>
      {rules.some(({ isMet }) => !isMet) && <p>{t('setup.connectUrl.fix')}</p>}
    </Section>
  )
}

/** The login of this deployment, and the number of people who may open the console. */
function LoginFacts() {
  const t = consoleTexts()
  const { login, consoleUsers, consoleViewers } = config()
  const { oidc, site, named, staff, isDemo } = login
  const usersLogin = oidc ? 'oidc' : site ? 'site' : (named?.provider ?? 'none')
  const { operatorRole, viewerRole } = staff ?? oidc ?? site ?? {}
  const staffText = (names: readonly string[], role: unknown, variable: string) => {
    const text = t('setup.login.named', { count: names.length, variable })
    return role === undefined ? text : t('setup.login.andRole', { named: text })
  }
  return (
    <Section title={t('setup.login.title')}>
      <Details>
        <Detail name={t('setup.login.users')}>{t(`setup.login.kinds.${usersLogin}`)}</Detail>
        {isDemo && (
          <Detail name={t('setup.login.demo')}>
            <Badge tone="warning">{t('shared.yes')}</Badge> {t('setup.login.demoText')}
          </Detail>
        )}
        <Detail name={t('setup.login.staff')}>{staff ? t('setup.login.ownLogin') : t('setup.login.asUsers')}</Detail>
        <Detail name={t('setup.login.operators')}>{staffText(consoleUsers, operatorRole, 'CONSOLE_USERS')}</Detail>
        <Detail name={t('setup.login.viewers')}>{staffText(consoleViewers, viewerRole, 'CONSOLE_VIEWERS')}</Detail>
      </Details>
    </Section>
  )
}

const tones = { holds: 'success', wrong: 'danger', unknown: 'neutral', never: 'neutral' } as const

/** The names that the interface leaves open, with their values in this deployment. */
function OpenNames({ checks }: { checks: readonly CheckedName[] }) {
  const t = consoleTexts()
  const { names } = config().service
  return (
    <Section title={t('setup.names.title')}>
      <p className="text-muted">{t('setup.names.text')}</p>
      <Details>
        {(Object.keys(names) as (keyof ServiceNames)[]).map((name) => {
          const variable = variables.service.names[name].name
          const check = checks.find((each) => each.variable === variable)
          const state = check?.verdict?.state ?? 'never'
          return (
            <Detail key={name} name={t(`setup.names.meaning.${name}`)}>
              <code className="break-all">{names[name]}</code>{' '}
              <span className="text-sm text-muted">{t('setup.names.setBy', { variable })}</span>{' '}
              {check && <Badge tone={tones[state]}>{t(`setup.nameStates.${state}`)}</Badge>}
              {check?.verdict && (
                <p lang="en" className="text-sm text-muted">
                  {`${check.verdict.what} ${check.verdict.todo ?? ''}`}
                </p>
              )}
              {name === 'signature' && <p className="text-sm text-muted">{t('setup.names.unchecked')}</p>}
            </Detail>
          )
        })}
      </Details>
    </Section>
  )
}

/** The stored data of connects, its store, and its receivers. The path of the webhook receiver may be a secret. */
function KeptFacts() {
  const t = consoleTexts()
  const { redisUrl, connectRecords, connectionsToken, webhook } = config()
  const { detail, maxAgeMs, maxEntries } = connectRecords
  return (
    <Section title={t('setup.kept.title')}>
      <Details>
        <Detail name={t('setup.kept.where')}>{redisUrl ? t('setup.kept.redis') : t('setup.kept.process')}</Detail>
        <Detail name={t('setup.kept.connects')}>
          {t(`setup.kept.detail.${detail}`)}{' '}
          {t('setup.kept.bounds', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })}
        </Detail>
        <Detail name={t('setup.kept.connections')}>
          {connectionsToken ? t('setup.kept.connectionsKept') : t('setup.kept.connectionsNot')}
        </Detail>
        <Detail name={t('setup.kept.webhooks')}>
          {webhook ? <code className="break-all">{new URL(webhook.url).origin}</code> : t('setup.kept.noWebhooks')}
        </Detail>
      </Details>
    </Section>
  )
}
