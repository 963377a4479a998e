import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Badge } from '@/components/console/badge'
import { ConsolePage, Section } from '@/components/console/console-page'
import { Identifier } from '@/components/console/identifier'
import { ResultForm } from '@/components/console/result-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { requireViewer } from '@/lib/auth/user'
import { config, unknownVariables } from '@/lib/config'
import { variables } from '@/lib/config/variables'
import { dayInMs } from '@/lib/config/durations'
import * as en from '@/lib/messages/console/en'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { haveUserIdsChanged } from '@/lib/process/subnet-user-id-check'
import type { ServiceNames } from '@/lib/service'
import packageJson from '@/package.json'
import { brand, skin } from '@/lib/skin'
import { consoleFormats, consoleLanguage, consoleTexts } from '@/lib/skin/texts'
import { checkKeyAction } from './actions'

export const metadata: Metadata = { title: en.layout.pages.setup }

export default async function SetupPage() {
  const user = await requireViewer('/console/setup')
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.setup')} intro={t('setup.info')}>
      <SetupFacts userIdsChanged={await haveUserIdsChanged()} mayCheck={user.isOperator} />
    </ConsolePage>
  )
}

/** Without secrets, credentials of a URL, and names of staff. */
export function SetupFacts({ userIdsChanged, mayCheck }: { userIdsChanged: boolean; mayCheck: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
      <div className="grid gap-3">
        <Facts group="deployment" facts={deploymentFacts(userIdsChanged)} />
        <Facts group="login" facts={loginFacts()} />
      </div>
      <div className="grid gap-3">
        <Facts group="service" facts={serviceFacts(mayCheck)} />
        <Facts group="kept" facts={keptFacts()} />
        <Facts group="names" text={consoleTexts()('setup.names.text')} facts={openNames()} />
      </div>
    </div>
  )
}

function deploymentFacts(userIdsChanged: boolean): FactsOf<'deployment'> {
  const t = consoleTexts()
  const { list } = consoleFormats()
  const { service, app } = config()
  const { name, supportUrl } = brand(consoleLanguage)
  const unread = unknownVariables()
  return {
    environment: { variable: 'SERVICE_ENVIRONMENT', value: t(`setup.deployment.${service.environment}`) },
    connectUrl: {
      variable: 'NEXTAUTH_URL',
      value: <Identifier value={`${app.origin}/connect`} what={t('setup.connectUrl.copy')} isWhole />,
      ...trialOf(!app.isHttps, 'problem', t('setup.connectUrl.fix')),
    },
    variables: unread.length > 0 && {
      id: 'variables',
      value: t('setup.deployment.unread', { names: list(unread) }),
      state: 'todo',
    },
    userIds: userIdsChanged && {
      id: 'user-ids',
      variable: 'SUBNET_USER_ID_KEY',
      value: t('overview.work.tasks.userIds'),
      state: 'problem',
      note: t('setup.deployment.userIdsFix'),
    },
    skin: { variable: 'SKIN_DIR', value: <bdi>{name}</bdi> },
    support: {
      id: 'support',
      variable: 'supportUrl',
      value: supportUrl ?? t('setup.deployment.noSupport'),
      ...(supportUrl === null ? { state: 'todo', note: t('setup.deployment.supportText') } : { state: 'ok' }),
    },
    languages: { value: list(skin().languages) },
    version: { value: `${packageJson.version} · Node.js ${process.version}` },
  }
}

function serviceFacts(mayCheck: boolean): FactsOf<'service'> {
  const t = consoleTexts()
  const { baseUrl, subnetId } = config().service
  const { origin, pathname } = new URL(baseUrl)
  const shownUrl = `${origin}${pathname}`.replace(/\/+$/, '')
  return {
    baseUrl: {
      variable: 'SERVICE_BASE_URL',
      value: <Identifier value={shownUrl} what={t('setup.service.baseUrl')} isWhole />,
    },
    subnetId: {
      variable: 'SUBNET_ID',
      value: <Identifier value={subnetId} what={t('setup.service.subnetId')} isWhole />,
    },
    key: {
      id: 'key',
      variable: 'SERVICE_API_KEY',
      value: mayCheck ? (
        <ResultForm action={checkKeyAction} status={t('setup.keyCheck.status')} changesPage={false}>
          <SubmitButton
            look="secondary"
            className="justify-self-start"
            label={t('setup.keyCheck.button')}
            busyLabel={t('setup.keyCheck.busy')}
          />
        </ResultForm>
      ) : (
        t('setup.service.keySet')
      ),
      note: mayCheck && t('setup.keyCheck.text'),
    },
  }
}

function loginFacts(): FactsOf<'login'> {
  const t = consoleTexts()
  const { login, consoleUsers, consoleViewers } = config()
  const { oidc, site, named, staff, isDemo } = login
  const usersLogin = oidc ? 'oidc' : site ? 'site' : (named?.provider ?? 'none')
  const { operatorRole, viewerRole } = staff ?? oidc ?? site ?? {}
  const staffText = (names: readonly string[], role: unknown) => {
    const text = t('setup.login.named', { count: names.length })
    return role === undefined ? text : t('setup.login.andRole', { named: text })
  }
  return {
    users: {
      variable: oidc || usersLogin === 'none' ? 'OIDC_ISSUER' : site ? 'LOGIN_URL' : 'LOGIN_PROVIDER',
      value: t(`setup.login.kinds.${usersLogin}`),
    },
    demo: isDemo && {
      variable: 'DEMO_LOGIN',
      value: t('setup.login.demoOn'),
      ...trialOf(true, 'problem', t('setup.login.demoText')),
    },
    staff: { variable: 'CONSOLE_OIDC_ISSUER', value: t(`setup.login.${staff ? 'ownLogin' : 'asUsers'}`) },
    operators: { variable: 'CONSOLE_USERS', value: staffText(consoleUsers, operatorRole) },
    viewers: { variable: 'CONSOLE_VIEWERS', value: staffText(consoleViewers, viewerRole) },
  }
}

/** What the app stores and sends. The path of the webhook receiver may be a secret. */
function keptFacts(): FactsOf<'kept'> {
  const t = consoleTexts()
  const { redisUrl, connectRecords, connectionsToken, webhook } = config()
  const { detail, maxAgeMs, maxEntries } = connectRecords
  const bounds = t('setup.kept.bounds', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })
  return {
    where: {
      variable: 'REDIS_URL',
      value: t(`setup.kept.${redisUrl ? 'redis' : 'process'}`),
      ...trialOf(redisUrl === undefined, 'todo', t('setup.kept.fix')),
    },
    connects: { variable: 'CONNECT_RECORDS', value: `${t(`setup.kept.detail.${detail}`)} ${bounds}` },
    connections: {
      variable: 'CONNECTIONS_TOKEN',
      value: t(`setup.kept.${connectionsToken ? 'connectionsKept' : 'connectionsNot'}`),
    },
    webhooks: {
      variable: 'CONNECTED_WEBHOOK_URL',
      value: webhook ? <Code text={new URL(webhook.url).origin} /> : t('setup.kept.noWebhooks'),
    },
  }
}

function openNames(): FactsOf<'names'> {
  const { names } = config().service
  const facts = (Object.keys(names) as (keyof ServiceNames)[]).map((name) => [
    name,
    { variable: variables.service.names[name].name, value: <Code text={names[name]} /> },
  ])
  return Object.fromEntries(facts)
}

const Code = ({ text }: { text: string }) => <code className="break-all">{text}</code>

/** `problem` is only for what breaks in this environment. What is fine for trials has no state, and a note. */
const tones = { ok: null, todo: 'warning', problem: 'danger' } as const
type State = keyof typeof tones

interface Fact {
  id?: string
  variable?: string
  value: ReactNode
  state?: State | undefined
  note?: ReactNode
}

type Group = 'deployment' | 'service' | 'login' | 'kept' | 'names'

/** By the keys of their names in the texts of the group. */
type FactsOf<Name extends Group> = Partial<Record<keyof (typeof en.setup)[Name], Fact | false>>

function Facts<Name extends Group>({ group, text, facts }: { group: Name; text?: string; facts: FactsOf<Name> }) {
  const t = consoleTexts()
  return (
    <Section title={t(`setup.${group}.title`)}>
      {text && <p className="text-sm text-muted">{text}</p>}
      <dl className="divide-y divide-line">
        {Object.entries<Fact | false | undefined>(facts).map(([key, fact]) => {
          if (!fact) return null
          const { id, variable, value, state, note } = fact
          const tone = state && tones[state]
          return (
            <div
              key={key}
              id={id}
              className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 text-sm sm:grid-cols-[10.75rem_minmax(0,1fr)_auto]"
            >
              <dt className="max-sm:col-span-2">
                <span>{t(`setup.${group}.${key}` as ConsoleTextKey)}</span>
                {variable && <code className="block text-xs break-all text-muted">{variable}</code>}
              </dt>
              <dd className="grid min-w-0 content-start justify-items-start gap-1 break-words has-[form]:col-span-full has-[form]:mt-1.5">
                <div className="grid max-w-full gap-3 has-[form]:w-full">{value}</div>
                {note && <p className="text-muted">{note}</p>}
              </dd>
              {state && (
                <dd className="text-muted">
                  {tone ? <Badge tone={tone}>{t(`setup.states.${state}`)}</Badge> : t(`setup.states.${state}`)}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
    </Section>
  )
}

/** The state and the note of a setting that is only for trials. */
function trialOf(isTrial: boolean, inProduction: State, remedy: string): { state: State | undefined; note?: string } {
  if (!isTrial) return { state: 'ok' }
  if (config().service.environment === 'production') return { state: inProduction, note: remedy }
  return { state: undefined, note: consoleTexts()('setup.local') }
}
