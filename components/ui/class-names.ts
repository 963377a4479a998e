/** Joins class names and skips falsy ones, so that a class can depend on a condition. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
