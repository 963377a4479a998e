import { holds, unknown, wrong, type Verdict } from '../checks/verdict'
import type { Diagnosis } from './deployment'
import { setToken } from './proxy'

/** Returns the releases of a changelog in the format of Keep a Changelog, newest first. */
function releasesOf(changelog: string): { version: string; breaking: string[] }[] {
  return changelog.split(/^## /m).flatMap((section) => {
    const version = /^\[?(\d+\.\d+\.\d+[^\s\]]*)/.exec(section)?.[1]
    if (version === undefined) return []
    return [{ version, breaking: [...section.matchAll(/^- \*\*Breaking:\*\* (.*)$/gm)].map(([, text = '']) => text) }]
  })
}

/**
 * Compares a version with the releases of a changelog.
 *
 * @param changelog - the changelog of the doctor's copy of the app.
 */
export function judgeVersion(version: string, changelog: string): Verdict {
  const releases = releasesOf(changelog)
  const position = releases.findIndex((release) => release.version === version)
  if (position === 0) return holds(`Version ${version} is the newest in CHANGELOG.md.`)
  if (position < 0) {
    return unknown(`Version ${version} is not in CHANGELOG.md here.`, 'Use the doctor of the version that runs.')
  }
  const newer = releases.slice(0, position)
  const what = `Version ${version} runs; ${newer.map((release) => release.version).join(', ')} came after it.`
  const breaking = newer.flatMap((release) => release.breaking)
  const todo = 'Upgrade, and read CHANGELOG.md first.'
  return wrong(what, breaking.length === 0 ? todo : `${todo} Breaking changes: ${breaking.join(' ')}`)
}

/** Judges the running version if the deployment reports it, and otherwise the version of this copy. */
export function judgeRunningVersion(
  diagnosis: Diagnosis | undefined,
  copy: { version: string; changelog: string },
): Verdict {
  const verdict = judgeVersion(diagnosis?.version ?? copy.version, copy.changelog)
  if (diagnosis || verdict.state !== 'holds') return verdict
  return unknown(
    `This copy is version ${copy.version}, the newest in CHANGELOG.md. The deployment does not report which version runs.`,
    setToken,
  )
}
