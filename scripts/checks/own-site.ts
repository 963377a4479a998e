import { clockToleranceSeconds } from '../../lib/auth/claims'
import { withNonce } from '../../lib/auth/hand-off-start'
import { siteKeyAlgorithms } from '../../lib/config'
import { isHttpsOrLoopback } from '../../lib/service'
import { sendRequest } from './http'
import { fetchKeys, namelessKeys, verifies } from './key-set'
import { judgeClock } from './service'
import { hint, holds, verdictOf, wrong, type Verdict } from './verdict'

/* Checks of the operator's own site as the users' login. They get no token, because only a person can sign in there. */

/** Returns the URL of the site's sign-in. Adds a nonce for this check, unless the URL has one. */
const loginAddress = (loginUrl: URL): URL =>
  loginUrl.searchParams.has('nonce') ? loginUrl : withNonce(loginUrl, crypto.randomUUID())

/** Checks whether the page that signs users in answers. It does not follow redirects. */
export function judgeLoginUrl(loginUrl: URL): Promise<Verdict> {
  const address = loginUrl.origin + loginUrl.pathname
  return verdictOf(async () => {
    const sent = loginAddress(loginUrl)
    const { status, headers } = await sendRequest(sent, { headers: { Accept: 'text/html' } })
    if (status < 200 || status >= 400) {
      const todo = 'Check LOGIN_URL, and have your site answer there to people who are not signed in.'
      return wrong(`${address} answers with ${status}.`, todo)
    }
    const location = headers.get('Location') ?? ''
    const next = URL.canParse(location, sent.href) ? new URL(location, sent) : sent
    if (!isHttpsOrLoopback(next)) {
      return wrong(`${address} leads to plain http.`, 'Have your site sign people in over https alone.')
    }
    return holds(`${address} answers.`)
  }, "Check LOGIN_URL, that your site runs, and this machine's network and DNS.")
}

export function judgeJwks(jwksUrl: URL): Promise<Verdict> {
  return verdictOf(async () => {
    const keys = await fetchKeys(jwksUrl)
    if (typeof keys === 'string') {
      const todo = 'Check LOGIN_JWKS_URL, and have your site publish its public keys there.'
      return wrong(`Your site's keys at ${jwksUrl.href} cannot be read (${keys}).`, todo)
    }
    const usable = siteKeyAlgorithms.filter((algorithm) => keys.some((key) => verifies(key, algorithm)))
    if (usable.length === 0) {
      const todo = 'Publish there the public key of the key that your site signs with. Without it every sign-in fails.'
      return wrong(`Your site publishes no public key for ${siteKeyAlgorithms.join(', ')}.`, todo)
    }
    const what = `Your site has a public key for ${usable.join(', ')}.`
    const nameless = namelessKeys(keys)
    if (nameless === 0) return holds(what)
    return hint(what, `${nameless} keys have no kid: give each one, and name it in the header of tokens.`)
  }, `Let this app's server read your site's keys at ${jwksUrl.host}. It reads at most 256 KB, and waits at most 10 seconds.`)
}

const siteClock = {
  owner: "your site's",
  maxErrorMs: clockToleranceSeconds * 1000,
  todo: `Set both by NTP (timedatectl set-ntp true): the app refuses tokens of a clock more than ${clockToleranceSeconds} seconds off.`,
}

/** Compares this machine's clock with the site's clock, which sets the times of its tokens. */
export const judgeSiteClock = (loginUrl: URL): Promise<Verdict> =>
  verdictOf(() => judgeClock(loginAddress(loginUrl), siteClock))
