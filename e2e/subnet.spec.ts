import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures'
import { standaloneFolder } from './harness/app'
import { runScript } from './harness/command'

/* `subnet` as it runs in a container: the built files, in a folder without packages. */

test('the build’s subnet.mjs writes rows to a file when no package is installed', async ({ standIn }) => {
  const folder = mkdtempSync(join(tmpdir(), 'subnet-'))
  for (const name of ['subnet.mjs', 'subnet', 'package.json']) {
    cpSync(join(standaloneFolder, name), join(folder, name), { recursive: true })
  }
  const variables = {
    SERVICE_BASE_URL: standIn.baseUrl,
    SUBNET_ID: standIn.subnetId,
    SERVICE_API_KEY: standIn.apiKey,
    SERVICE_ENVIRONMENT: 'staging',
  }
  const ended = await runScript('subnet.mjs', ['task-runs', '--output', 'runs.csv'], { folder, variables })
  expect(ended).toEqual({ exitCode: 0, output: '', errors: '' })
  expect(readFileSync(join(folder, 'runs.csv'), 'utf8')).toMatch(/^task_run_id,task_id,.*\r\n[0-9A-Z]{26},/)
  rmSync(folder, { recursive: true })
})
