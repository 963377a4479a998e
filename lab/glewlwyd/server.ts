import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { installPackages } from '../debian-packages'
import { startServer } from '../server-process'

const program = '/usr/bin/glewlwyd'
const modules = '/usr/lib/glewlwyd'
const shared = '/usr/share/glewlwyd'
const schema = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'

/** The first administrator, whom the schema creates. */
const administrator = { username: 'admin', password: 'password' }

/** Glewlwyd in a separate process with a separate database. */
export interface Glewlwyd {
  origin: string
  /**
   * Adds an object by its administration API, such as `administer('user/', …)`. @throws Error if Glewlwyd refuses it
   */
  administer: (path: string, body: unknown) => Promise<void>
  close(): Promise<void>
}

/**
 * Installs Debian's package if it is missing, as root.
 *
 * @throws Error with instructions if it cannot.
 */
export function installGlewlwyd(): void {
  if (existsSync(program) && existsSync(schema)) return
  installPackages(['glewlwyd', 'dbconfig-sqlite3'])
  // Debian starts it at once, open to the network and with a well-known administrator password.
  spawnSync('systemctl', ['disable', '--now', 'glewlwyd'])
}

/** Starts Glewlwyd on a free port of loopback, with its login page and the SQLite schema of the package. */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'glewlwyd-'))
  const database = join(folder, 'database')
  const { status, stderr } = spawnSync('sqlite3', [database], { input: await readFile(schema), encoding: 'utf8' })
  if (status !== 0) throw new Error(`The database could not be made.\n${stderr}`)
  // Copy the targets of links, because Glewlwyd serves no file outside the folder of its pages.
  const pages = join(folder, 'pages')
  const packagedSettings = join(shared, 'webapp', 'config.json')
  const filter = (path: string) => path !== packagedSettings
  await cp(join(shared, 'webapp'), pages, { recursive: true, dereference: true, filter })
  await cp(join(shared, 'templates', 'config.json'), join(pages, 'config.json'))
  const configFile = join(folder, 'glewlwyd.conf')
  await writeFile(configFile, configuration({ port, origin, database, pages }))

  const { close } = await startServer([program, '--config-file', configFile], { folder, url: `${origin}/config` })
  try {
    const answer = await post(`${origin}/api/auth/`, administrator)
    const session = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0])
    return {
      origin,
      administer: async (path, body) => void (await post(`${origin}/api/${path}`, body, session.join('; '))),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Place = Record<'origin' | 'database' | 'pages', string> & { port: number }

function configuration(at: Place): string {
  const types = { html: 'text/html', css: 'text/css', js: 'application/javascript', json: 'application/json' }
  const mimeTypes = Object.entries(types).map(([name, type]) => `{ extension = ".${name}" mime_type = "${type}" }`)
  return `
    port = ${at.port}
    bind_address = "127.0.0.1"
    external_url = "${at.origin}/"
    static_files_path = "${at.pages}/"
    static_files_mime_types = (${mimeTypes.join(', ')})
    log_mode = "console"
    log_level = "WARNING"
    cookie_secure = 0
    user_module_path = "${modules}/user"
    client_module_path = "${modules}/client"
    user_auth_scheme_module_path = "${modules}/scheme"
    plugin_module_path = "${modules}/plugin"
    database = { type = "sqlite3" path = "${at.database}" }
  `
}

/** @throws Error if Glewlwyd refuses the request. */
async function post(url: string, body: unknown, cookie = ''): Promise<Response> {
  const headers = { Cookie: cookie, 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`Glewlwyd refuses ${url}: ${response.status} ${await response.text()}`)
  return response
}
