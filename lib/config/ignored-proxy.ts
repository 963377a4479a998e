import { globalAgent } from 'node:https'
import type { ConfigProblem } from './variable'

/**
 * Finds out whether requests would go past the proxy that an environment names. Node reads its variables once, at its
 * start, and only newer versions do.
 */
export function ignoredProxy(given: Record<string, string | undefined>): ConfigProblem[] {
  // The types of Node 20 leave this out.
  const { proxyEnv } = globalAgent.options as { proxyEnv?: unknown }
  if (given['NODE_USE_ENV_PROXY'] !== '1' || proxyEnv) return []
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isAble = major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21)
  const expected = isAble
    ? 'set where Node starts, and not in a file that Node or the app reads'
    : `Node 24.5 (or 22.21) or newer; this is Node ${process.versions.node}`
  return [{ name: 'NODE_USE_ENV_PROXY', message: `has no effect: expected ${expected}` }]
}
