import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './fixtures'
import { standaloneFolder } from './harness/app'

/* `subnet` as it runs in a container: the built files, in a folder without packages. */

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'subnet-'))
  for (const name of ['subnet.mjs', 'subnet', 'package.json']) {
    cpSync(join(standaloneFolder, name), join(folder, name), { recursive: true })
  }
})
test.afterAll(() => rmSync(folder, { recursive: true }))

test('the build’s subnet.mjs writes rows to a file when no package is installed', async ({ standIn }) => {
  const { baseUrl, subnetId, apiKey } = standIn
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['subnet.mjs', 'task-runs', '--output', 'runs.csv'],
    {
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        SERVICE_BASE_URL: baseUrl,
        SUBNET_ID: subnetId,
        SERVICE_API_KEY: apiKey,
        SERVICE_ENVIRONMENT: 'staging',
      },
    },
  )
  expect({ stdout, stderr }).toEqual({ stdout: '', stderr: '' })
  expect(readFileSync(join(folder, 'runs.csv'), 'utf8')).toMatch(/^task_run_id,task_id,.*\r\n[0-9A-Z]{26},/)
})
