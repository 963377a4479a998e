import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteAt, type NginxPlace } from '../../e2e/harness/nginx'

export interface Place extends NginxPlace {
  /** A free port, for two programs of one proxy. */
  between: number
}

type Command = [string, ...string[]]

export interface Setting {
  /** The contents of its files, by name. */
  files: Record<string, string>
  checks: Command[]
  /** The programs that serve. They stay in the foreground. */
  programs: Command[]
}

export interface Proxy {
  packages: string[]
  version: Command
  /** Its setting in docs/deploy, with only the addresses, names and paths changed. */
  setting: (place: Place) => Setting
  /** Whether a client sees that the app breaks a response off, over HTTP/1.1 and HTTP/2. */
  passesAborts: boolean
  /** Whether the setting has lines for a balancer in front of the proxy. */
  readsBalancer: boolean
}

const guideFile = (name: string) => readFileSync(join('docs', 'deploy', 'proxies', name), 'utf8')

/** The address from which the lab sends as a load balancer. */
export const balancer = '127.0.0.2'

/** Uncomments the lines for a balancer in a file of the guide. */
const withBalancer = (text: string) =>
  text.replaceAll(/^( *)#(?=\S)/gm, '$1').replaceAll(/192\.0\.2\.0("?)\/24/g, `${balancer}$1`)

/** Changes what an operator changes in a file of the guide. */
const atPlace = (text: string, { folder, port, apps }: Place) =>
  withBalancer(text)
    .replaceAll('https://connect.example.com', `https://localhost:${port}`)
    .replaceAll(/\/etc\/\w+\/certificates\/connect\.example\.com\.pem/g, `${folder}/both.pem`)
    .replaceAll(/\/etc\/\w+\/certificates\//g, `${folder}/`)
    .replaceAll(/\/var\/(log\/\w+|www\/certbot)/g, folder)
    .replaceAll('connect.example.com', 'localhost')
    .replaceAll(String.raw`connect\.example\.com`, 'localhost')
    .replaceAll('172.30.0.11:3000', `127.0.0.1:${apps[0]}`)
    .replaceAll('172.30.0.12:3000', `127.0.0.1:${apps[1]}`)
    .replace(/"172\.30\.0\.11";\s+\.port = "3000"/, `"127.0.0.1"; .port = "${apps[0]}"`)
    .replace(/"172\.30\.0\.12";\s+\.port = "3000"/, `"127.0.0.1"; .port = "${apps[1]}"`)

/** The modules that Debian's Apache loads by itself, and those that the modules of the guide need. */
const apacheModules = 'alias authz_core authz_host dir env mime mpm_event setenvif proxy socache_shmcb'.split(' ')

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    packages: ['nginx'],
    version: ['nginx', '-v'],
    setting: (place) => {
      const { folder } = place
      const main = `daemon off; user www-data; pid ${folder}/pid; error_log stderr; events {} http { ${siteAt(place, withBalancer)} }`
      const file = ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
      return { files: { 'nginx.conf': main }, checks: [['nginx', '-t', ...file]], programs: [['nginx', ...file]] }
    },
    passesAborts: true,
    readsBalancer: true,
  },
  Caddy: {
    packages: ['caddy'],
    version: ['caddy', 'version'],
    setting: (place) => {
      const { folder, port, plainPort } = place
      // Options that only this machine needs.
      const options = `admin off\nhttp_port ${plainPort}\nhttps_port ${port}\ndefault_bind 127.0.0.1`
      const text = atPlace(guideFile('Caddyfile'), place)
        .replace('{', `{\n${options}\n`)
        .replace(/^localhost \{/m, `$&\ntls ${folder}/fullchain.pem ${folder}/privkey.pem\n`)
      const file = ['--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
      return {
        files: { Caddyfile: text },
        checks: [['caddy', 'validate', ...file]],
        programs: [['caddy', 'run', ...file]],
      }
    },
    passesAborts: false,
    readsBalancer: false,
  },
  HAProxy: {
    packages: ['haproxy'],
    version: ['haproxy', '-v'],
    setting: (place) => {
      const text = atPlace(guideFile('haproxy.cfg'), place)
        .replace('bind :80', `bind 127.0.0.1:${place.plainPort}`)
        .replace('bind :443', `bind 127.0.0.1:${place.port}`)
        .replaceAll(/log \/dev\/log\s+local\d.*/g, 'log stdout format raw local0')
      const file = join(place.folder, 'haproxy.cfg')
      return {
        files: { 'haproxy.cfg': text },
        checks: [['haproxy', '-c', '-f', file]],
        programs: [['haproxy', '-db', '-f', file]],
      }
    },
    passesAborts: true,
    readsBalancer: true,
  },
  Apache: {
    packages: ['apache2-bin'],
    version: ['apache2', '-v'],
    setting: (place) => {
      const { folder, port, plainPort } = place
      const guide = guideFile('apache.conf')
      const modules = [...guide.matchAll(/a2enmod ([a-z\d_ ]+)/g)].flatMap(([, names = '']) => names.split(' '))
      const main = `
ServerRoot ${folder}
PidFile ${folder}/pid
Mutex posixsem
ServerName localhost
User www-data
Group www-data
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${folder}
TypesConfig /etc/mime.types
${[...apacheModules, ...modules].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${plainPort}
Listen 127.0.0.1:${port}
# Debian's other-vhosts-access-log.conf logs the requests of each site without a log of its own.
LogFormat "%v:%p %h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" vhost_combined
CustomLog ${folder}/access.log vhost_combined
${atPlace(guide, place).replaceAll('*:80>', `127.0.0.1:${plainPort}>`).replaceAll('*:443>', `127.0.0.1:${port}>`)}`
      const file = ['-f', join(folder, 'apache.conf')]
      return {
        files: { 'apache.conf': main },
        checks: [['apache2', '-t', ...file]],
        programs: [['apache2', '-D', 'FOREGROUND', ...file]],
      }
    },
    passesAborts: true,
    readsBalancer: true,
  },
  'Varnish with hitch': {
    packages: ['varnish', 'hitch'],
    version: ['varnishd', '-V'],
    setting: (place) => {
      const { folder, plainPort, between } = place
      const vcl = guideFile('default.vcl')
      const options = [...vcl.matchAll(/-p \S+/g)].flatMap(([option]) => option.split(' '))
      const [, format = ''] = /varnishncsa -F '(.*)'/.exec(vcl) ?? []
      const hitch = atPlace(guideFile('hitch.conf'), place)
        .replace('[*]:443', `[127.0.0.1]:${place.port}`)
        .replace('[127.0.0.1]:8443', `[127.0.0.1]:${between}`)
      const [file, hitchFile, state] = [
        join(folder, 'default.vcl'),
        join(folder, 'hitch.conf'),
        join(folder, 'varnish'),
      ]
      const addresses = ['-a', `127.0.0.1:${plainPort}`, '-a', `tls=127.0.0.1:${between},PROXY`]
      return {
        files: { 'default.vcl': atPlace(vcl, place), 'hitch.conf': hitch },
        checks: [
          ['varnishd', '-C', '-f', file, '-n', join(folder, 'check')],
          ['hitch', '--test', `--config=${hitchFile}`],
        ],
        programs: [
          ['varnishd', '-F', '-n', state, '-f', file, ...addresses, ...options],
          ['hitch', `--config=${hitchFile}`],
          ['varnishncsa', '-n', state, '-t', 'off', '-F', format],
        ],
      }
    },
    passesAborts: true,
    readsBalancer: true,
  },
}
