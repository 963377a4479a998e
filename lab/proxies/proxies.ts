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
  /** As docs/deploy has it, with only the addresses, names and paths changed. */
  guide: (place: Place) => Setting
  /** As a short tutorial has it: only a certificate and the address of the app. */
  plain: (place: Place) => Setting
  /** What the doctor calls wrong or can improve with the plain setting. */
  plainFindings: string[]
  /** Whether a client sees that the app breaks a response off, over HTTP/1.1 and HTTP/2, with the guide's setting. */
  passesAborts: boolean
  /** Whether the guide's setting has lines for a balancer in front of the proxy. */
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

function nginx({ folder }: Place, site: string): Setting {
  const main = `daemon off; user www-data; pid ${folder}/pid; error_log stderr; events {} http { ${site} }`
  const file = ['-e', 'stderr', '-c', join(folder, 'nginx.conf')]
  return { files: { 'nginx.conf': main }, checks: [['nginx', '-t', ...file]], programs: [['nginx', ...file]] }
}

function caddy(folder: string, text: string): Setting {
  const file = ['--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return {
    files: { Caddyfile: text },
    checks: [['caddy', 'validate', ...file]],
    programs: [['caddy', 'run', ...file]],
  }
}

/** Options that only this machine needs. */
const caddyHere = ({ port, plainPort }: Place) => `
  admin off
  http_port ${plainPort}
  https_port ${port}
  default_bind 127.0.0.1
`
const caddyTls = ({ folder }: Place) => `\n  tls ${folder}/fullchain.pem ${folder}/privkey.pem\n`

function haproxy(folder: string, text: string): Setting {
  const file = join(folder, 'haproxy.cfg')
  return {
    files: { 'haproxy.cfg': text.replaceAll(/log \/dev\/log\s+local\d.*/g, 'log stdout format raw local0') },
    checks: [['haproxy', '-c', '-f', file]],
    programs: [['haproxy', '-db', '-f', file]],
  }
}

/** The modules of a2enmod with those that they need, and those that Debian loads by itself. */
function apache({ folder, port, plainPort }: Place, { text, modules }: { text: string; modules: string[] }): Setting {
  const debian = ['alias', 'authz_core', 'authz_host', 'dir', 'env', 'mime', 'mpm_event', 'setenvif']
  const needed = ['proxy', 'socache_shmcb']
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
${[...debian, ...needed, ...modules].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
Listen 127.0.0.1:${plainPort}
Listen 127.0.0.1:${port}
${text.replaceAll('*:80>', `127.0.0.1:${plainPort}>`).replaceAll('*:443>', `127.0.0.1:${port}>`)}`
  const file = ['-f', join(folder, 'apache.conf')]
  return {
    files: { 'apache.conf': main },
    checks: [['apache2', '-t', ...file]],
    programs: [['apache2', '-D', 'FOREGROUND', ...file]],
  }
}

/** @param options - further options of varnishd. */
function varnish(
  { folder, plainPort, between }: Place,
  { vcl, hitch, options, log }: { vcl: string; hitch: string; options: string[]; log: string[] },
): Setting {
  const [file, hitchFile, state] = [join(folder, 'default.vcl'), join(folder, 'hitch.conf'), join(folder, 'varnish')]
  const addresses = ['-a', `127.0.0.1:${plainPort}`, '-a', `tls=127.0.0.1:${between},PROXY`]
  return {
    files: { 'default.vcl': vcl, 'hitch.conf': hitch },
    checks: [
      ['varnishd', '-C', '-f', file, '-n', join(folder, 'check')],
      ['hitch', '--test', `--config=${hitchFile}`],
    ],
    programs: [
      ['varnishd', '-F', '-n', state, '-f', file, ...addresses, ...options],
      ['hitch', `--config=${hitchFile}`],
      ['varnishncsa', '-n', state, '-t', 'off', ...log],
    ],
  }
}

export const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    packages: ['nginx'],
    version: ['nginx', '-v'],
    guide: (place) => nginx(place, siteAt(place, withBalancer)),
    plain: (place) =>
      nginx(
        place,
        `access_log ${place.folder}/access.log;
server {
  listen 127.0.0.1:${place.port} ssl http2;
  ssl_certificate ${place.folder}/fullchain.pem;
  ssl_certificate_key ${place.folder}/privkey.pem;
  location / { proxy_pass http://127.0.0.1:${place.apps[0]}; }
}`,
      ),
    plainFindings: ['host-names', 'proxy-hops', 'long-headers', 'uploads'],
    passesAborts: true,
    readsBalancer: true,
  },
  Caddy: {
    packages: ['caddy'],
    version: ['caddy', 'version'],
    guide: (place) => {
      const text = atPlace(guideFile('Caddyfile'), place)
      const here = text.replace('{', `{${caddyHere(place)}`).replace(/^localhost \{/m, `$&${caddyTls(place)}`)
      return caddy(place.folder, here)
    },
    plain: (place) =>
      caddy(
        place.folder,
        `{${caddyHere(place)}}\nlocalhost {${caddyTls(place)}reverse_proxy 127.0.0.1:${place.apps[0]}\n}`,
      ),
    plainFindings: ['plain-http'],
    passesAborts: false,
    readsBalancer: false,
  },
  HAProxy: {
    packages: ['haproxy'],
    version: ['haproxy', '-v'],
    guide: (place) =>
      haproxy(
        place.folder,
        atPlace(guideFile('haproxy.cfg'), place)
          .replace('bind :80', `bind 127.0.0.1:${place.plainPort}`)
          .replace('bind :443', `bind 127.0.0.1:${place.port}`),
      ),
    plain: ({ folder, port, plainPort, apps }) =>
      haproxy(
        folder,
        `${readFileSync('/etc/haproxy/haproxy.cfg', 'utf8').replaceAll(/^\s*(chroot|stats|user|group|daemon).*$/gm, '')}
frontend site
  bind 127.0.0.1:${plainPort}
  bind 127.0.0.1:${port} ssl crt ${folder}/both.pem alpn h2,http/1.1
  option forwardfor
  default_backend app
backend app
  server app 127.0.0.1:${apps[0]}
`,
      ),
    plainFindings: ['plain-http', 'host-names'],
    passesAborts: true,
    readsBalancer: true,
  },
  Apache: {
    packages: ['apache2-bin'],
    version: ['apache2', '-v'],
    guide: (place) => {
      const file = guideFile('apache.conf')
      const modules = [...file.matchAll(/a2enmod ([a-z\d_ ]+)/g)].flatMap(([, names = '']) => names.split(' '))
      // Debian's other-vhosts-access-log.conf logs the requests of each site without a log of its own.
      const others = String.raw`LogFormat "%v:%p %h %l %u %t \"%r\" %>s %O \"%{Referer}i\" \"%{User-Agent}i\"" vhost_combined`
      const text = `${others}\nCustomLog ${place.folder}/access.log vhost_combined\n${atPlace(file, place)}`
      return apache(place, { text, modules })
    },
    plain: (place) =>
      apache(place, {
        modules: ['proxy_http', 'ssl', 'http2', 'reqtimeout'],
        text: `
LogFormat "%h %l %u %t \\"%r\\" %>s %O \\"%{Referer}i\\" \\"%{User-Agent}i\\"" combined
CustomLog ${place.folder}/access.log combined
<VirtualHost *:443>
  ServerName localhost
  Protocols h2 http/1.1
  SSLEngine on
  SSLCertificateFile ${place.folder}/fullchain.pem
  SSLCertificateKeyFile ${place.folder}/privkey.pem
  ProxyPass / http://127.0.0.1:${place.apps[0]}/
  ProxyPassReverse / http://127.0.0.1:${place.apps[0]}/
</VirtualHost>`,
      }),
    plainFindings: ['host-names', 'long-headers'],
    passesAborts: true,
    readsBalancer: true,
  },
  'Varnish with hitch': {
    packages: ['varnish', 'hitch'],
    version: ['varnishd', '-V'],
    guide: (place) => {
      const vcl = guideFile('default.vcl')
      const options = [...vcl.matchAll(/-p \S+/g)].flatMap(([option]) => option.split(' '))
      const [, format = ''] = /varnishncsa -F '(.*)'/.exec(vcl) ?? []
      const hitch = atPlace(guideFile('hitch.conf'), place)
        .replace('[*]:443', `[127.0.0.1]:${place.port}`)
        .replace('[127.0.0.1]:8443', `[127.0.0.1]:${place.between}`)
      return varnish(place, { vcl: atPlace(vcl, place), hitch, options, log: ['-F', format] })
    },
    plain: (place) =>
      varnish(place, {
        vcl: `vcl 4.1; backend default { .host = "127.0.0.1"; .port = "${place.apps[0]}"; }`,
        hitch: `
frontend = "[127.0.0.1]:${place.port}"
backend = "[127.0.0.1]:${place.between}"
pem-file = "${place.folder}/both.pem"
alpn-protos = "h2, http/1.1"
write-proxy-v2 = on
user = "_hitch"
`,
        options: ['-p', 'feature=+http2'],
        log: [],
      }),
    plainFindings: ['plain-http', 'host-names', 'long-headers'],
    passesAborts: true,
    readsBalancer: true,
  },
}
