import type { Config } from '@/lib/config'

/** The way in which users sign in. */
type LoginKind = 'oidc' | 'site' | NonNullable<Config['login']['named']>['provider'] | 'none'

/** The staff with one right: how many the configuration lists by name, and whether a role also gives the right. */
interface StaffFacts {
  named: number
  hasRole: boolean
}

/** The facts of the configuration on the page Setup. They contain no secrets, and no credentials from a URL. */
export interface SetupFacts {
  environment: Config['service']['environment']
  baseUrl: string
  subnetId: string
  connectUrl: string
  names: Config['service']['names']
  login: { users: LoginKind; isDemo: boolean; hasStaffLogin: boolean }
  operators: StaffFacts
  viewers: StaffFacts
  hasRedis: boolean
  records: Pick<Config['connectRecords'], 'detail' | 'maxEntries'> & { days: number }
  keepsConnections: boolean
  /** The origin of the webhook receiver. The rest of its URL may be a secret. */
  webhookOrigin: string | null
}

const dayInMs = 24 * 60 * 60 * 1000

/** Returns the facts of a configuration that are safe to show. */
export function setupFacts(config: Config): SetupFacts {
  const { service, app, login, connectRecords, consoleUsers, consoleViewers, webhook } = config
  const { operatorRole, viewerRole } = login.staff ?? login.oidc ?? login.site ?? {}
  return {
    environment: service.environment,
    baseUrl: withoutCredentials(service.baseUrl),
    subnetId: service.subnetId,
    connectUrl: `${app.origin}/connect`,
    names: service.names,
    login: { users: loginOfUsers(login), isDemo: login.isDemo, hasStaffLogin: login.staff !== undefined },
    operators: { named: consoleUsers.length, hasRole: operatorRole !== undefined },
    viewers: { named: consoleViewers.length, hasRole: viewerRole !== undefined },
    hasRedis: config.redisUrl !== undefined,
    records: {
      detail: connectRecords.detail,
      maxEntries: connectRecords.maxEntries,
      days: Math.round(connectRecords.maxAgeMs / dayInMs),
    },
    keepsConnections: config.connectionsToken !== undefined,
    webhookOrigin: webhook ? new URL(webhook.url).origin : null,
  }
}

function loginOfUsers({ oidc, site, named }: Config['login']): LoginKind {
  if (oidc) return 'oidc'
  if (site) return 'site'
  return named?.provider ?? 'none'
}

function withoutCredentials(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href.replace(/\/+$/, '')
}
