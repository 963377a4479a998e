import { randomBytes } from 'node:crypto'
import { variableNames } from '../../lib/config'
import type { Values } from './env-file'

const madeSecrets = {
  NEXTAUTH_SECRET: 'encrypts the session cookie',
  HOLD_PASSWORD: 'seals the cookie that holds a connect request',
  SUBNET_USER_ID_KEY:
    'makes the IDs that the service knows your users by: keep a copy, and never change it. If this deployment had one, put that back',
  METRICS_TOKEN: 'lets your scraper read the metrics, and npm run doctor see what runs',
  LOGIN_SECRET: 'is what your site signs with: copy it from the file to your site',
}

export const madeSecret = () => randomBytes(32).toString('base64')

function isNeeded(name: string, values: Values): boolean {
  if (name === 'SUBNET_USER_ID_KEY') return values['SUBNET_USER_ID'] !== 'plain'
  return name !== 'LOGIN_SECRET' || Boolean(values['LOGIN_URL'] && !values['LOGIN_JWKS_URL'])
}

/** Makes the missing secrets, with a note on each. */
export function makeSecrets(values: Values): { made: Values; notes: string[] } {
  const made: Values = {}
  const notes: string[] = []
  for (const [name, purpose] of Object.entries(madeSecrets)) {
    if (values[name] || !isNeeded(name, values)) continue
    made[name] = madeSecret()
    notes.push(`${name}: made. It ${purpose}.`)
  }
  return { made, notes }
}

export function changesOf(present: Values, wanted: Values): Values {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => (present[name] ?? '') !== value))
}

/** URLs that only the server or staff open, so that a path or a query can have a key. Users see all others. */
const urlsWithSecrets = [
  'REDIS_URL',
  'CONNECTED_WEBHOOK_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'LOGIN_JWKS_URL',
  'CONSOLE_USER_LINK',
  'CONSOLE_WALLET_LINK',
]

/** Checks whether a variable is a secret, or can contain one. Setup never shows its value. */
const isSecret = (name: string) =>
  !variableNames.includes(name) ||
  /(?:SECRET|PASSWORD|TOKEN|KEY|JWT)(?:_PREVIOUS|_NEXT)?$/.test(name) ||
  urlsWithSecrets.includes(name)

/** Lists the new and the changed variables of a file, without secrets. */
export function describeChanges(present: Values, changes: Values): string[] {
  const shown = (name: string, value: string) => (isSecret(name) ? '(not shown)' : value)
  return Object.entries(changes).map(([name, value]) => {
    const now = value === '' ? '(empty)' : shown(name, value)
    return present[name] ? `change  ${name}: ${shown(name, present[name])} → ${now}` : `new     ${name}: ${now}`
  })
}
