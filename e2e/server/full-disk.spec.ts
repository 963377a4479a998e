import { closeSync, openSync } from 'node:fs'
import getPort from 'get-port'
import { startApp } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'

test('an app that logs to a full disk starts, serves, and stops at SIGTERM', async ({ standIn }) => {
  const port = await getPort()
  // Every write to it fails with ENOSPC.
  const disk = openSync('/dev/full', 'w')
  const app = await startApp({ port, variables: appVariables({ standIn, port }), outputTo: disk })
  closeSync(disk)
  for (let number = 1000; number < 1100; number += 1) {
    const link = `/connect?request_id=01ARZ3NDEKTSV4RRFFQ69G${number}&nonce=n-1`
    expect((await new Visitor(app.origin).send(link)).status).toBe(303)
  }
  expect(await app.close()).toBe(0)
})
