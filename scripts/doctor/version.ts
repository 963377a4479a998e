import { hint, holds, unknown, wrong, type Verdict } from '../checks/verdict'
import type { Diagnosis } from './deployment'
import { setToken } from './proxy'

function releasesOf(changelog: string): { version: string; breaking: string[] }[] {
  return changelog.split(/^## /m).flatMap((section) => {
    const version = /^\[?(\d+\.\d+\.\d+[^\s\]]*)/.exec(section)?.[1]
    if (version === undefined) return []
    return [{ version, breaking: [...section.matchAll(/^- \*\*Breaking\*\*: (.*)$/gm)].map(([, text = '']) => text) }]
  })
}

/**
 * Compares the running version with the releases in the changelog of this copy. If the deployment reports no version,
 * it compares this copy's.
 */
export function judgeVersion(diagnosis: Diagnosis | undefined, copy: { version: string; changelog: string }): Verdict {
  const version = diagnosis?.version ?? copy.version
  const releases = releasesOf(copy.changelog)
  const position = releases.findIndex((release) => release.version === version)
  if (position < 0) {
    return unknown(`Version ${version} is not in CHANGELOG.md here.`, 'Use the doctor of the version that runs.')
  }
  if (position > 0) {
    const newer = releases.slice(0, position)
    const what = `Version ${version} runs; ${newer.map((release) => release.version).join(', ')} came after it.`
    const breaking = newer.flatMap((release) => release.breaking)
    const todo = 'Upgrade, and read CHANGELOG.md first.'
    return wrong(what, breaking.length === 0 ? todo : `${todo} Breaking changes: ${breaking.join(' ')}`)
  }
  if (diagnosis) return holds(`Version ${version} is the newest in CHANGELOG.md.`)
  return unknown(
    `This copy is version ${version}, the newest in CHANGELOG.md. The deployment does not report which version runs.`,
    setToken,
  )
}

/**
 * When Node's support of each release line ends, and its first release without known holes in `fetch`:
 * https://github.com/nodejs/Release/blob/main/schedule.json and
 * https://nodejs.org/en/blog/vulnerability/october-2026-security-releases
 */
const lines: Readonly<Record<string, { end: string; fixed?: string }>> = {
  20: { end: '2026-04-30' },
  21: { end: '2024-06-01' },
  22: { end: '2027-04-30', fixed: '22.23.4' },
  23: { end: '2025-06-01' },
  24: { end: '2028-04-30', fixed: '24.22.1' },
  25: { end: '2026-06-01' },
  26: { end: '2029-04-30', fixed: '26.12.1' },
  27: { end: '2030-04-30' },
}

/** Judges the Node that runs the deployment, by a version like `24.1.0`; undefined if it is not reported. */
export function judgeNode(version: string | undefined, now = new Date()): Verdict {
  if (version === undefined) return unknown('The deployment does not report which Node runs it.', setToken)
  const { end, fixed } = lines[version.split('.')[0] ?? ''] ?? {}
  if (end === undefined) return holds(`Node ${version} runs. This doctor does not know when its support ends.`)
  if (now >= new Date(end)) {
    return hint(
      `Node ${version} runs, which has had no fixes since ${end}, not even for vulnerabilities.`,
      'Use Node 24.',
    )
  }
  const what = `Node ${version} runs, and gets fixes until ${end}.`
  if (!fixed || version.localeCompare(fixed, 'en', { numeric: true }) >= 0) return holds(what)
  return hint(
    `${what} It has known vulnerabilities, one of them in what decodes the answers of fetch.`,
    `Use Node ${fixed} or newer.`,
  )
}
