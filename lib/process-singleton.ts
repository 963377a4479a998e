import 'server-only'

const registryKey = Symbol.for('subnet-connect.process-singleton')

/**
 * The one value of this name in the process, made at the first call.
 *
 * A variable at the top of a module is not enough: Next bundles a module several times, once for pages
 * and actions, once for route handlers and once for `instrumentation.ts`, each copy with variables of
 * its own. What all of them must share hangs on `globalThis`.
 */
export function processSingleton<Value>(name: string, make: () => Value): Value {
  const holder = globalThis as { [registryKey]?: Map<string, unknown> }
  const values = (holder[registryKey] ??= new Map())
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}
