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
        <DeploymentFacts userIdsChanged={userIdsChanged} />
        <LoginFacts />
        <KeptFacts />
      </div>
      <div className="grid gap-3">
        <ServiceFacts mayCheck={mayCheck} />
        <OpenNames />
      </div>
    </div>
  )
}

function DeploymentFacts({ userIdsChanged }: { userIdsChanged: boolean }) {
  const t = consoleTexts()
  const { list } = consoleFormats()
  const { service, app } = config()
  const { name, supportUrl } = brand(consoleLanguage)
  const url = `${app.origin}/connect`
  const unread = unknownVariables()
  return (
    <Facts title={t('setup.deployment.title')}>
      <Fact name="setup.deployment.environment" variable="SERVICE_ENVIRONMENT">
        {t(`setup.deployment.${service.environment}`)}
      </Fact>
      <Fact
        name="setup.deployment.connectUrl"
        variable="NEXTAUTH_URL"
        {...trialOf(!app.isHttps, 'problem', t('setup.connectUrl.fix'))}
      >
        <Identifier value={url} what={t('setup.connectUrl.copy')} isWhole />
      </Fact>
      {unread.length > 0 && (
        <Fact id="variables" name="setup.deployment.variables" state="todo">
          {t('setup.deployment.unread', { names: list(unread) })}
        </Fact>
      )}
      {userIdsChanged && (
        <Fact
          id="user-ids"
          name="setup.deployment.userIds"
          variable="SUBNET_USER_ID_KEY"
          state="problem"
          note={t('setup.deployment.userIdsFix')}
        >
          {t('overview.work.tasks.userIds')}
        </Fact>
      )}
      <Fact name="setup.deployment.skin" variable="SKIN_DIR">
        <bdi>{name}</bdi>
      </Fact>
      <Fact
        id="support"
        name="setup.deployment.support"
        variable="supportUrl"
        state={supportUrl === null ? 'todo' : 'ok'}
        note={supportUrl === null && t('setup.deployment.supportText')}
      >
        {supportUrl ?? t('setup.deployment.noSupport')}
      </Fact>
      <Fact name="setup.deployment.languages">{list(skin().languages)}</Fact>
      <Fact name="setup.deployment.version">{`${packageJson.version} · Node.js ${process.version}`}</Fact>
    </Facts>
  )
}

function ServiceFacts({ mayCheck }: { mayCheck: boolean }) {
  const t = consoleTexts()
  const { baseUrl, subnetId } = config().service
  const { origin, pathname } = new URL(baseUrl)
  return (
    <Facts title={t('setup.service.title')}>
      <Fact name="setup.service.baseUrl" variable="SERVICE_BASE_URL">
        <Identifier value={`${origin}${pathname}`.replace(/\/+$/, '')} what={t('setup.service.baseUrl')} isWhole />
      </Fact>
      <Fact name="setup.service.subnetId" variable="SUBNET_ID">
        <Identifier value={subnetId} what={t('setup.service.subnetId')} isWhole />
      </Fact>
      <Fact id="key" name="setup.service.key" variable="SERVICE_API_KEY" note={mayCheck && t('setup.keyCheck.text')}>
        {mayCheck ? (
          <div className="grid gap-3">
            <ResultForm action={checkKeyAction} status={t('setup.keyCheck.status')} changesPage={false}>
              <SubmitButton
                look="secondary"
                className="justify-self-start"
                label={t('setup.keyCheck.button')}
                busyLabel={t('setup.keyCheck.busy')}
              />
            </ResultForm>
          </div>
        ) : (
          t('setup.service.keySet')
        )}
      </Fact>
    </Facts>
  )
}

function LoginFacts() {
  const t = consoleTexts()
  const { login, consoleUsers, consoleViewers } = config()
  const { oidc, site, named, staff, isDemo } = login
  const usersLogin = oidc ? 'oidc' : site ? 'site' : (named?.provider ?? 'none')
  const { operatorRole, viewerRole } = staff ?? oidc ?? site ?? {}
  const staffText = (names: readonly string[], role: unknown) => {
    const text = t('setup.login.named', { count: names.length })
    return role === undefined ? text : t('setup.login.andRole', { named: text })
  }
  return (
    <Facts title={t('setup.login.title')}>
      <Fact
        name="setup.login.users"
        variable={oidc || usersLogin === 'none' ? 'OIDC_ISSUER' : site ? 'LOGIN_URL' : 'LOGIN_PROVIDER'}
      >
        {t(`setup.login.kinds.${usersLogin}`)}
      </Fact>
      {isDemo && (
        <Fact name="setup.login.demo" variable="DEMO_LOGIN" {...trialOf(true, 'problem', t('setup.login.demoText'))}>
          {t('setup.login.demoOn')}
        </Fact>
      )}
      <Fact name="setup.login.staff" variable="CONSOLE_OIDC_ISSUER">
        {staff ? t('setup.login.ownLogin') : t('setup.login.asUsers')}
      </Fact>
      <Fact name="setup.login.operators" variable="CONSOLE_USERS">
        {staffText(consoleUsers, operatorRole)}
      </Fact>
      <Fact name="setup.login.viewers" variable="CONSOLE_VIEWERS">
        {staffText(consoleViewers, viewerRole)}
      </Fact>
    </Facts>
  )
}

function OpenNames() {
  const t = consoleTexts()
  const { names } = config().service
  return (
    <Facts title={t('setup.names.title')} text={t('setup.names.text')}>
      {(Object.keys(names) as (keyof ServiceNames)[]).map((name) => (
        <Fact key={name} name={`setup.names.meaning.${name}`} variable={variables.service.names[name].name}>
          <code className="break-all">{names[name]}</code>
        </Fact>
      ))}
    </Facts>
  )
}

/** What the app stores and sends. The path of the webhook receiver may be a secret. */
function KeptFacts() {
  const t = consoleTexts()
  const { redisUrl, connectRecords, connectionsToken, webhook } = config()
  const { detail, maxAgeMs, maxEntries } = connectRecords
  return (
    <Facts title={t('setup.kept.title')}>
      <Fact
        name="setup.kept.where"
        variable="REDIS_URL"
        {...trialOf(redisUrl === undefined, 'todo', t('setup.kept.fix'))}
      >
        {redisUrl ? t('setup.kept.redis') : t('setup.kept.process')}
      </Fact>
      <Fact name="setup.kept.connects" variable="CONNECT_RECORDS">
        {t(`setup.kept.detail.${detail}`)}{' '}
        {t('setup.kept.bounds', { days: Math.round(maxAgeMs / dayInMs), entries: maxEntries })}
      </Fact>
      <Fact name="setup.kept.connections" variable="CONNECTIONS_TOKEN">
        {connectionsToken ? t('setup.kept.connectionsKept') : t('setup.kept.connectionsNot')}
      </Fact>
      <Fact name="setup.kept.webhooks" variable="CONNECTED_WEBHOOK_URL">
        {webhook ? <code className="break-all">{new URL(webhook.url).origin}</code> : t('setup.kept.noWebhooks')}
      </Fact>
    </Facts>
  )
}

function Facts({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Section title={title}>
      {text && <p className="text-sm text-muted">{text}</p>}
      <dl className="divide-y divide-line">{children}</dl>
    </Section>
  )
}

/** `problem` is only for what breaks in this environment. What is fine for trials has no state, and a note. */
const tones = { ok: null, todo: 'warning', problem: 'danger' } as const
type State = keyof typeof tones

function Fact({
  id,
  name,
  variable,
  state,
  note,
  children,
}: {
  id?: string
  name: ConsoleTextKey
  variable?: string
  state?: State | undefined
  note?: ReactNode
  children: ReactNode
}) {
  const t = consoleTexts()
  const tone = state && tones[state]
  return (
    <div
      id={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-1.5 text-sm sm:grid-cols-[10.75rem_minmax(0,1fr)_auto]"
    >
      <dt className="max-sm:col-span-2">
        <span>{t(name)}</span>
        {variable && <code className="block text-xs break-all text-muted">{variable}</code>}
      </dt>
      <dd className="grid min-w-0 content-start justify-items-start gap-0.5 break-words">
        <div className="max-w-full">{children}</div>
        {note && <p className="text-muted">{note}</p>}
      </dd>
      {state && (
        <dd className="text-muted">
          {tone ? <Badge tone={tone}>{t(`setup.states.${state}`)}</Badge> : t(`setup.states.${state}`)}
        </dd>
      )}
    </div>
  )
}

/** The state and the note of a setting that is only for trials. */
function trialOf(isTrial: boolean, inProduction: State, remedy: string): { state: State | undefined; note?: string } {
  if (!isTrial) return { state: 'ok' }
  if (config().service.environment === 'production') return { state: inProduction, note: remedy }
  return { state: undefined, note: consoleTexts()('setup.local') }
}
