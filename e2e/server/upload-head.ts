import type { App } from '../harness/app'
import { cookieHeader } from '../harness/sign-in'
import { sessionOf } from '../sessions'

/** Returns the head of an upload as the app's page sends it, with the session of `name`, or without a session. */
export async function uploadHead(app: App, bytes: number, name?: string): Promise<string> {
  const session = name === undefined ? [] : await sessionOf(app, name)
  const lines = [
    'POST /console/uploads/file HTTP/1.1',
    'Host: localhost',
    `Origin: ${app.origin}`,
    `Cookie: ${cookieHeader(session)}`,
    'Content-Type: text/csv',
    'X-File-Name: runs.csv',
    `Content-Length: ${bytes}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
