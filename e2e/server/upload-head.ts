import type { App } from '../harness/app'
import { cookieHeader } from '../harness/sign-in'
import { sessionOf } from '../sessions'

/**
 * Returns the head of an upload as the app's page sends it, with the session of `name`, or without a session.
 *
 * @param file - its content, or the size of a file that will not arrive whole.
 */
export async function uploadHead(app: App, file: string | number, name?: string): Promise<string> {
  const session = name === undefined ? [] : await sessionOf(app, name)
  const lines = [
    'POST /console/uploads/file HTTP/1.1',
    'Host: localhost',
    `Origin: ${app.origin}`,
    `Cookie: ${cookieHeader(session)}`,
    'Content-Type: text/csv',
    'X-File-Name: runs.csv',
    `Content-Length: ${typeof file === 'string' ? file.length : file}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
