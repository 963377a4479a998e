import 'server-only'

const registryKey = Symbol.for('subnet-connect.process-singleton')

/**
 * Returns the single value of this name in the process. A variable of a module is not enough, because Next bundles a
 * module several times: for pages, route handlers and `instrumentation.ts`.
 */
export function processSingleton<Value>(name: string, make: () => Value): Value {
  const holder = globalThis as { [registryKey]?: Map<string, unknown> }
  const values = (holder[registryKey] ??= new Map())
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}
