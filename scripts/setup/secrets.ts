import { randomBytes } from 'node:crypto'
import type { Values } from './env-file'

/** A secret that setup makes where there is none, and what to say of it. */
interface MadeSecret {
  name: string
  purpose: string
}

const madeSecrets: readonly MadeSecret[] = [
  { name: 'NEXTAUTH_SECRET', purpose: 'encrypts the session cookie' },
  { name: 'HOLD_PASSWORD', purpose: 'seals the cookie that holds a connect request' },
  {
    name: 'SUBNET_USER_ID_KEY',
    purpose: 'makes the IDs that the service knows your users by: keep a copy, and never change it',
  },
  { name: 'METRICS_TOKEN', purpose: 'lets your scraper read the metrics, and npm run doctor see the proxies' },
]

/**
 * The secrets that are not there yet, and what to say of each.
 *
 * @param values - all that is known; no secret of it is replaced.
 */
export function makeSecrets(values: Values): { made: Values; notes: string[] } {
  const made: Values = {}
  const notes: string[] = []
  for (const { name, purpose } of madeSecrets) {
    if (values[name]) continue
    if (name === 'SUBNET_USER_ID_KEY' && values['SUBNET_USER_ID'] === 'plain') continue
    // Version 0.1.0 made the IDs with NEXTAUTH_SECRET. With another key every user is somebody else to the service.
    const former = name === 'SUBNET_USER_ID_KEY' ? values['NEXTAUTH_SECRET'] : undefined
    made[name] = former ?? newSecret()
    notes.push(
      former === undefined
        ? `${name}: made. It ${purpose}.`
        : `${name}: the value of NEXTAUTH_SECRET, which made the users' IDs so far. It ${purpose}.`,
    )
  }
  return { made, notes }
}

const newSecret = () => randomBytes(32).toString('base64')
