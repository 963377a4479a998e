import type { OidcSettings, Provider } from '../../lib/auth/provider'
import { idTokenAlgorithms } from '../../lib/config'
import { visibleText } from '../../lib/service'
import { fetchKeys, namelessKeys, verifies } from './key-set'
import { hint, holds, verdictOf, wrong, type Verdict } from './verdict'

/** The remedy for each HS algorithm. */
export const chooseKey =
  'choose a key (RS256 or ES256) at the provider, because the app takes no ID token signed with the secret.'

/** Checks whether the provider lists an algorithm and publishes a key with which the app can check ID tokens. */
export async function judgeIdTokens({
  provider,
  settings,
}: {
  provider: Provider
  settings: Pick<OidcSettings, 'idTokenAlgorithm'>
}): Promise<Verdict> {
  const { idTokenAlgorithm: algorithm, id_token_signing_alg_values_supported: listed, jwks_uri: address } = provider
  const usable = idTokenAlgorithms.filter((candidate) => listed?.includes(candidate))
  if (listed && !listed.includes(algorithm)) {
    const todo =
      usable.length > 0 ? `Set OIDC_ID_TOKEN_ALG to ${usable.join(' or ')}, or remove it.` : `Change that: ${chooseKey}`
    return wrong(
      `OIDC_ID_TOKEN_ALG is ${algorithm}, and the provider lists ${visibleText(listed.join(', '))?.slice(0, 300)}.`,
      todo,
    )
  }
  const { host } = new URL(address)
  const unreachableTodo = `Let this app's server read the provider's keys at ${host}. It reads at most 256 KB, and waits at most 10 seconds.`
  return verdictOf(async () => {
    const keys = await fetchKeys(new URL(address))
    if (typeof keys === 'string') {
      const todo = 'Have the provider publish its keys there. Without them every sign-in fails.'
      return wrong(`The provider's keys at ${address} cannot be read (${keys}).`, todo)
    }
    const keysFor = (candidate: string) => keys.filter((key) => verifies(key, candidate))
    if (keysFor(algorithm).length === 0) {
      const others = usable.filter((candidate) => keysFor(candidate).length > 0)
      const todo =
        others.length > 0
          ? `Set OIDC_ID_TOKEN_ALG to ${others.join(' or ')}, for which it has a key.`
          : `Give the provider a key that signs ID tokens. Without it every sign-in fails: ${chooseKey}`
      return wrong(`The provider publishes no key for ID tokens by ${algorithm}.`, todo)
    }
    const nameless = namelessKeys(keysFor(algorithm))
    if (nameless > 0) {
      const what = `The provider has ${nameless} keys for ${algorithm} without a kid, so no ID token can name its key.`
      return wrong(what, 'Have the provider give each key a kid, or keep only the one that signs.')
    }
    const what = `The app takes ID tokens by ${algorithm}, for which the provider has a key.`
    const others = usable.filter((candidate) => candidate !== algorithm)
    if (settings.idTokenAlgorithm !== undefined) return holds(what)
    const bySecret = listed?.filter((name) => /^HS\d+$/.test(name)) ?? []
    const todo = [
      others.length > 0 &&
        `If this client is registered there for ${others.join(' or ')}, set OIDC_ID_TOKEN_ALG to it.`,
      bySecret.length > 0 && `If this client is registered there for ${bySecret.join(' or ')}: ${chooseKey}`,
    ].filter(Boolean)
    return todo.length === 0 ? holds(what) : hint(what, todo.join(' '))
  }, unreachableTodo)
}
