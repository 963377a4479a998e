import type { Provider } from '../../lib/auth/provider'
import { idTokenAlgorithms } from '../../lib/config'
import { fetchKeys, namelessKeys, verifies } from './key-set'
import { hint, holds, verdictOf, wrong, type Verdict } from './verdict'

/** The remedy for each HS algorithm. */
export const chooseKey =
  'choose a key (RS256 or ES256) at the provider, because the app takes no ID token signed with the secret.'

/** Checks whether the provider publishes a key with which the app can check ID tokens. */
export async function judgeIdTokens({ provider }: { provider: Provider }): Promise<Verdict> {
  const { id_token_signing_alg_values_supported, jwks_uri: address } = provider
  // OpenID Connect Discovery 1.0 requires RS256.
  const listed = id_token_signing_alg_values_supported ?? ['RS256']
  const { host } = new URL(address)
  const unreachableTodo = `Let this app's server read the provider's keys at ${host}. It reads at most 256 KB, and waits at most 10 seconds.`
  return verdictOf(async () => {
    const keys = await fetchKeys(new URL(address))
    if (typeof keys === 'string') {
      const todo = 'Have the provider publish its keys there. Without them every sign-in fails.'
      return wrong(`The provider's keys at ${address} cannot be read (${keys}).`, todo)
    }
    const keysFor = (algorithm: string) => keys.filter((key) => verifies(key, algorithm))
    const accepted = idTokenAlgorithms.filter((algorithm) => listed.includes(algorithm))
    const verifiable = idTokenAlgorithms.filter((algorithm) => keysFor(algorithm).length > 0)
    if (verifiable.length === 0) {
      const todo = `Give the provider a key that signs ID tokens. Without it every sign-in fails: ${chooseKey}`
      return wrong(`The provider publishes no key for ID tokens by ${accepted.join(' or ')}.`, todo)
    }
    // Some providers list fewer algorithms than they use.
    const both = verifiable.filter((algorithm) => accepted.includes(algorithm))
    const usable = both.length > 0 ? both : verifiable
    for (const algorithm of usable) {
      const nameless = namelessKeys(keysFor(algorithm))
      if (nameless === 0) continue
      const what = `The provider has ${nameless} keys for ${algorithm} without a kid, so no ID token can name its key.`
      return wrong(what, 'Have the provider give each key a kid, or keep only the one that signs.')
    }
    const what = `The app takes ID tokens by ${usable.join(' or ')}, for which the provider has a key.`
    const bySecret = listed.filter((name) => /^HS\d+$/.test(name))
    return bySecret.length === 0
      ? holds(what)
      : hint(what, `If this client is registered there for ${bySecret.join(' or ')}: ${chooseKey}`)
  }, unreachableTodo)
}
