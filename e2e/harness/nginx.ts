import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import getPort from 'get-port'
import { generate } from 'selfsigned'
import { answersAtAll, startProgram } from './app'

const configuration = fileURLToPath(new URL('../../docs/deploy/nginx.conf', import.meta.url))

export interface Nginx {
  /** Its origin for browsers. */
  origin: string
  /** Its origin over plain http. */
  plainOrigin: string
  /** The folder with the answers to a certificate authority. */
  challengeFolder: string
  /** Its access and error logs so far. */
  logs(): Promise<string>
  close(): Promise<void>
}

export interface NginxPlace {
  /** The folder of the run, with the certificate in `fullchain.pem` and `privkey.pem`, and both in `both.pem`. */
  folder: string
  /** Its ports for https and http. */
  port: number
  plainPort: number
  /** The ports of the two instances of the app. */
  apps: readonly [number, number]
}

/** Returns the documented configuration with the addresses, names and paths of a place, after further changes. */
export const siteAt = ({ folder, port, plainPort, apps }: NginxPlace, change = (site: string): string => site) =>
  change(readFileSync(configuration, 'utf8'))
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll('listen 443', `listen 127.0.0.1:${port}`)
    .replace('172.30.0.11:3000', `127.0.0.1:${apps[0]}`)
    .replace('172.30.0.12:3000', `127.0.0.1:${apps[1]}`)
    .replaceAll('/var/log/nginx/', `${folder}/`)
    .replaceAll('/etc/nginx/certificates/', `${folder}/`)
    .replaceAll('/var/www/certbot', folder)
    .replaceAll('https://connect.example.com', `https://localhost:${port}`)
    .replaceAll('connect.example.com', 'localhost')
    // The port is part of the host here.
    .replace('Host $host;', 'Host $http_host;')

/**
 * Starts nginx with the documented configuration, in front of apps on this machine. It changes only the addresses,
 * names and paths, as an operator would.
 *
 * @param port - the port for https.
 * @param upstreamPorts - the ports of two apps.
 * @param change - makes further changes of the configuration.
 */
export async function startNginx(
  port: number,
  upstreamPorts: readonly [number, number],
  change?: (site: string) => string,
): Promise<Nginx> {
  const plainPort = await getPort()
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const site = siteAt({ folder, port, plainPort, apps: upstreamPorts }, change)
  const temporaryFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await Promise.all([
    writeFile(join(folder, 'privkey.pem'), key),
    writeFile(join(folder, 'fullchain.pem'), cert),
    writeFile(join(folder, 'site.conf'), site),
    writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log warn;
      events {} http { ${temporaryFolders} include ${folder}/site.conf; }`,
    ),
  ])

  const logs = async () => {
    const files = ['start.log', 'error.log', 'access.log'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    )
    return (await Promise.all(files)).join('')
  }
  const program = ['nginx', '-p', folder, '-e', `${folder}/start.log`, '-c', `${folder}/nginx.conf`]
  // nginx refuses plain http at its port for https.
  const nginx = await startProgram({ program, port, variables: {}, readyPath: '/', isReady: answersAtAll }).catch(
    async (cause: unknown) => {
      throw new Error(`nginx did not start.\n${await logs()}`, { cause })
    },
  )
  const close = async () => {
    await nginx.close()
    await rm(folder, { recursive: true })
  }
  const origins = { origin: `https://localhost:${port}`, plainOrigin: `http://localhost:${plainPort}` }
  return { ...origins, challengeFolder: join(folder, '.well-known', 'acme-challenge'), logs, close }
}
