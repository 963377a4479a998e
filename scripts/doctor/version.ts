import { releasesOf } from './changelog'
import type { Diagnosis } from './diagnosis'
import { holds, unknown, wrong, type Verdict } from './finding'

/**
 * Compares the running version with the releases of a changelog.
 *
 * @param changelog - that of the doctor's own copy.
 */
export function judgeVersion(running: string, changelog: string): Verdict {
  const releases = releasesOf(changelog)
  const position = releases.findIndex(({ version }) => version === running)
  if (position === 0) return holds(`Version ${running} is the newest that CHANGELOG.md knows.`)
  if (position < 0) {
    return unknown(`Version ${running} is not in CHANGELOG.md here.`, 'Use the doctor of the version that runs.')
  }
  const newer = releases.slice(0, position)
  const breaking = newer.flatMap((release) => release.breaking)
  const what = `Version ${running} runs; ${newer.map(({ version }) => version).join(', ')} came after it.`
  const todo = 'Upgrade, and read CHANGELOG.md first.'
  return wrong(what, breaking.length === 0 ? todo : `${todo} To act on: ${breaking.join(' ')}`)
}

/** The version to judge: the running one where the deployment tells it, else that of this copy. */
export function judgeRunningVersion(
  diagnosis: Diagnosis | undefined,
  copy: { version: string; changelog: string },
): Verdict {
  if (diagnosis) return judgeVersion(diagnosis.version, copy.changelog)
  const verdict = judgeVersion(copy.version, copy.changelog)
  if (verdict.state !== 'holds') return verdict
  return unknown(
    `This copy is version ${copy.version}, the newest that CHANGELOG.md knows. Which one runs is not told.`,
    'Set METRICS_TOKEN there and here: the deployment then tells the doctor.',
  )
}
