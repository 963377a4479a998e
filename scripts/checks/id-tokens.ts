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
  const { idTokenAlgorithms: accepted, id_token_signing_alg_values_supported: listed, jwks_uri: address } = provider
  const { idTokenAlgorithm: chosen } = settings
  if (listed && chosen && !listed.includes(chosen)) {
    const usable = idTokenAlgorithms.filter((algorithm) => listed.includes(algorithm))
    const todo =
      usable.length > 0 ? `Set OIDC_ID_TOKEN_ALG to ${usable.join(' or ')}, or remove it.` : `Change that: ${chooseKey}`
    return wrong(
      `OIDC_ID_TOKEN_ALG is ${chosen}, and the provider lists ${visibleText(listed.join(', '))?.slice(0, 300)}.`,
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
    const keysFor = (algorithm: string) => keys.filter((key) => verifies(key, algorithm))
    const usable = accepted.filter((algorithm) => keysFor(algorithm).length > 0)
    if (usable.length === 0) {
      const others = chosen ? 'Remove OIDC_ID_TOKEN_ALG, or give' : 'Give'
      const todo = `${others} the provider a key that signs ID tokens. Without it every sign-in fails: ${chooseKey}`
      return wrong(`The provider publishes no key for ID tokens by ${accepted.join(' or ')}.`, todo)
    }
    for (const algorithm of usable) {
      const nameless = namelessKeys(keysFor(algorithm))
      if (nameless === 0) continue
      const what = `The provider has ${nameless} keys for ${algorithm} without a kid, so no ID token can name its key.`
      return wrong(what, 'Have the provider give each key a kid, or keep only the one that signs.')
    }
    const what = `The app takes ID tokens by ${usable.join(' or ')}, for which the provider has a key.`
    const bySecret = chosen ? [] : (listed?.filter((name) => /^HS\d+$/.test(name)) ?? [])
    return bySecret.length === 0
      ? holds(what)
      : hint(what, `If this client is registered there for ${bySecret.join(' or ')}: ${chooseKey}`)
  }, unreachableTodo)
}
