/** Joins class names, leaving out those that a condition turned off. */
export function classNames(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
