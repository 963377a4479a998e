import type { BrowserContext } from 'playwright/test'
import type { App } from '../harness/app'

/** The head of an upload as this app's own page sends it, by whoever is signed in. */
export async function uploadHead({
  context,
  app,
  bytes,
}: {
  context: BrowserContext
  app: App
  bytes: number
}): Promise<string> {
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const lines = [
    'POST /console/uploads/file HTTP/1.1',
    'Host: localhost',
    `Origin: ${app.origin}`,
    `Cookie: ${cookies}`,
    'Content-Type: text/csv',
    'X-File-Name: runs.csv',
    `Content-Length: ${bytes}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
