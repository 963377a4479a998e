import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

/** Debian asks this program whether it may start the services of new packages. */
const servicePolicy = '/usr/sbin/policy-rc.d'

/**
 * Installs missing Debian packages, as root. It does not start their services, because a proxy would take port 80.
 *
 * @throws Error with instructions if it cannot.
 */
export function installPackages(packages: readonly string[]): void {
  const isInstalled = (name: string) =>
    spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' }).stdout === 'installed'
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length === 0) return
  const command = ['install', '-y', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0) throw new Error(`Packages are missing (Debian: sudo apt-get ${command.join(' ')})`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const hasPolicy = existsSync(servicePolicy)
  if (!hasPolicy) writeFileSync(servicePolicy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  spawnSync('apt-get', ['update', '-q'], options)
  const { status } = spawnSync('apt-get', ['-q', ...command], options)
  if (!hasPolicy) rmSync(servicePolicy)
  if (status !== 0) throw new Error(`apt-get could not install ${missing.join(', ')}.`)
}
