const registryKey = Symbol.for('subnet-connect.process-singleton')

/** Forgets the values of `processSingleton` whose names match, as if this process had just begun. */
export function forgetSingletons(names: RegExp): void {
  const { [registryKey]: values } = globalThis as { [registryKey]?: Map<string, unknown> }
  for (const name of values?.keys() ?? []) if (names.test(name)) values?.delete(name)
}

/**
 * Forgets all values of `processSingleton`, as if this process had just begun. The skin and its texts stay, because the
 * tests of a worker share them.
 */
export const beginAnotherProcess = () => forgetSingletons(/^(?!skin$|messages for )/)
