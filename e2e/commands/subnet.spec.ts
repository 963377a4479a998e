import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../fixtures'
import { standaloneFolder } from '../harness/app'

/* `subnet` as it runs on a server: the built files, in a folder without packages, started by the documented cron line. */

const [, steps = '', line = ''] =
  /^## cron\n.*?```sh\n(.*?)```.*?```\n(.*?)```/ms.exec(readFileSync('docs/operate/automation.md', 'utf8')) ?? []
const [, user, command = ''] = /^15 2 \* \* \* (\S+) (.+)$/m.exec(line) ?? []

test('the documented cron line writes all balances as a user who cannot read the secrets of the app', async ({
  standIn,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'subnet-'))
  chmodSync(folder, 0o755)
  for (const name of ['subnet.mjs', 'subnet', 'package.json']) {
    cpSync(join(standaloneFolder, name), join(folder, 'current', name), { recursive: true })
  }
  const variables = {
    SERVICE_BASE_URL: standIn.baseUrl,
    SUBNET_ID: standIn.subnetId,
    SERVICE_API_KEY: standIn.apiKey,
    SERVICE_ENVIRONMENT: 'staging',
    NEXTAUTH_SECRET: 'a secret of sessions',
  }
  const contents = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(folder, 'app.env'), contents.join(''), { mode: 0o600 })
  // Only root can start a program as another user.
  const id = process.getuid?.() === 0 ? 61235 : (process.getuid?.() ?? 0)
  const here = (text: string) =>
    text
      .replaceAll('/etc/subnet-connect.env', join(folder, 'app.env'))
      .replaceAll('/var/lib/subnet-connect', join(folder, 'state'))
      .replaceAll('/srv/subnet-connect/current', join(folder, 'current'))
      .replaceAll(/(?<= )subnet-connect(?= )/g, String(id))
  execFileSync('sh', ['-ec', here(steps)])
  expect(user).toBe('subnet-connect')
  expect(statSync(join(folder, 'state', 'commands.env')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'state', 'commands.env'), 'utf8')).toBe(contents.slice(0, 4).join(''))

  const asUser = id === process.getuid?.() ? [] : ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups']
  const [program, ...args] = [...asUser, 'sh', '-c', here(command)]
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` } as unknown as NodeJS.ProcessEnv
  const { stdout, stderr } = await promisify(execFile)(program, args, { env })
  expect([stdout, stderr]).toEqual(['', ''])
  expect(readFileSync(join(folder, 'state', 'balances.csv'), 'utf8')).toMatch(/^wallet_address,user_id,.*\r\n/)
  rmSync(folder, { recursive: true })
})
