import { clockToleranceSeconds } from '../../lib/auth/claims'
import { withNonce } from '../../lib/auth/hand-off-start'
import { siteKeyAlgorithms } from '../../lib/config'
import { isHttpsOrLoopback } from '../../lib/service'
import { sendRequest } from './http'
import { fetchKeys, namelessKeys, verifies } from './key-set'
import { judgeClock } from './service'
import { hint, holds, verdictOf, wrong, type Verdict } from './verdict'

/* The operator's own site as the users' login. Only a person can sign in there, so these checks see no token. */

/** The address to which signing in leads. A nonce is made for this check, unless the address has one. */
const loginAddress = (loginUrl: URL): URL =>
  loginUrl.searchParams.has('nonce') ? loginUrl : withNonce(loginUrl, crypto.randomUUID())

/** Whether the page that signs users in answers. Its redirects are not followed. */
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

/** Whether the site publishes a key with which the app can check its tokens. */
export function judgeJwks(jwksUrl: URL): Promise<Verdict> {
  return verdictOf(async () => {
    const keys = await fetchKeys(jwksUrl)
    if (typeof keys === 'string') {
      const todo = 'Check LOGIN_JWKS_URL, and have your site publish its public keys there.'
      return wrong(`Your site's keys at ${jwksUrl.href} cannot be read (${keys}).`, todo)
    }
    const usable = siteKeyAlgorithms.filter((algorithm) => keys.some((key) => verifies(key, algorithm)))
    if (usable.length === 0) {
      const todo = 'Publish the public key there that your site signs with: without it every sign-in fails.'
      return wrong(`Your site publishes no public key for ${siteKeyAlgorithms.join(', ')}.`, todo)
    }
    const what = `Your site has a public key for ${usable.join(', ')}.`
    const nameless = namelessKeys(keys)
    if (nameless === 0) return holds(what)
    return hint(what, `${nameless} keys have no kid: give each one, and name it in the header of tokens.`)
  }, `Let this app's server read your site's keys at ${jwksUrl.host}: they may have 256 KB and take 10 seconds.`)
}

const siteClock = {
  owner: "your site's",
  maxErrorMs: clockToleranceSeconds * 1000,
  todo: `Set both by NTP (timedatectl set-ntp true): the app refuses tokens of a clock more than ${clockToleranceSeconds} seconds off.`,
}

/** Compares this machine's clock with the site's, by which its tokens are issued and expire. */
export const judgeSiteClock = (loginUrl: URL): Promise<Verdict> =>
  verdictOf(() => judgeClock(loginAddress(loginUrl), siteClock))
