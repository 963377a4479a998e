/** One released version of the changelog. */
export interface Release {
  version: string
  /** What an operator has to act on. */
  breaking: string[]
}

/** The releases of a changelog in the format of Keep a Changelog, newest first. */
export function releasesOf(changelog: string): Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((section) => {
      const version = /^\[?(\d+\.\d+\.\d+[^\s\]]*)/.exec(section)?.[1]
      if (version === undefined) return []
      const breaking = [...section.matchAll(/^- \*\*Breaking:\*\* (.*)$/gm)].map(([, text = '']) => text)
      return [{ version, breaking }]
    })
}
