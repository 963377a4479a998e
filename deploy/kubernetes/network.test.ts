import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { build, ofKind, only } from './test-support'

/* Tests the network access to the app, in the manifests that `kubectl` builds. */

let base: unknown[]
let example: unknown[]
beforeAll(async () => {
  ;[base, example] = await Promise.all([build('deploy/kubernetes/base'), build('deploy/kubernetes/example')])
})

describe('the policy of the base', () => {
  it('opens only port 3000 when it allows ingress', () => {
    const { ingress = [] } = only(ofKind(base, 'NetworkPolicy')).spec ?? {}
    expect(only(ingress).ports).toEqual([{ protocol: 'TCP', port: 3000 }])
  })

  it('excludes the metadata service of the cloud when it allows egress', () => {
    const { egress = [], policyTypes } = only(ofKind(base, 'NetworkPolicy')).spec ?? {}
    expect(policyTypes).toEqual(['Ingress', 'Egress'])
    expect(egress.map(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([[53, 53], [6379], [443]])
    const closed = egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []))
    expect(closed).toEqual(['169.254.169.254/32', 'fd00:ec2::254/128'])
  })
})

const staticPaths = ['/_next/static', '/skin', '/wallets', '/favicon.ico', '/robots.txt']

describe('the Ingresses of the example', () => {
  it('have the limits of nginx.conf for ingress-nginx', () => {
    const nginx = readFileSync('docs/deploy/nginx.conf', 'utf8')
    const wordOf = (pattern: RegExp) => pattern.exec(nginx)?.[1] ?? 'none'
    const bounds = annotationsByPath()
    const limited = ['/', '/console', '/console/uploads/file']
    expect([...bounds.keys()].sort()).toEqual([...staticPaths, ...limited].sort())
    for (const each of bounds.values()) expect(each['proxy-buffer-size']).toBe(wordOf(/proxy_buffer_size (\w+);/))
    expect(bounds.get('/')?.['proxy-body-size']).toBe(wordOf(/client_max_body_size (\w+);/))
    expect(bounds.get('/console')).toMatchObject({
      'proxy-buffering': 'off',
      'proxy-read-timeout': wordOf(/location \/console \{[^}]*proxy_read_timeout (\d+)s/),
    })
    const upload = { 'proxy-body-size': '0', 'proxy-request-buffering': 'off' }
    expect(bounds.get('/console/uploads/file')).toMatchObject(upload)
    for (const path of staticPaths) expect(bounds.get(path)).not.toHaveProperty('limit-rps')
    for (const path of limited) {
      const { 'limit-rps': perSecond, 'limit-burst-multiplier': times } = bounds.get(path) ?? {}
      expect(perSecond).toBe(wordOf(/rate=(\d+)r\/s/))
      expect(Number(perSecond) * Number(times)).toBe(Number(wordOf(/burst=(\d+)/)))
    }
  })

  it('send a client to the same instance, except when it loads static files', () => {
    for (const [path, { 'upstream-hash-by': key }] of annotationsByPath()) {
      expect(key).toBe(staticPaths.includes(path) ? undefined : '$remote_addr')
    }
  })

  it('have the same host with a certificate', () => {
    const hosts = ofKind(example, 'Ingress').map(({ spec }) => [
      only(spec?.rules ?? []).host,
      only(spec?.tls ?? []).hosts,
    ])
    expect(new Set(hosts.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['["connect.example.com",["connect.example.com"]]']),
    )
  })

  it('name a Service and a port that exist', () => {
    const services = ofKind(example, 'Service')
    const ports = services.flatMap(({ metadata, spec }) => spec?.ports?.map(({ name }) => [metadata?.name, name]) ?? [])
    const backends = ofKind(example, 'Ingress').flatMap(({ spec }) =>
      (spec?.rules ?? []).flatMap(({ http }) => http?.paths.map(({ backend }) => backend.service) ?? []),
    )
    expect(backends).not.toEqual([])
    for (const backend of backends) expect(ports).toContainEqual([backend?.name, backend?.port?.name])
  })
})

/** Returns the annotations of each path, without their common prefix. */
function annotationsByPath(): Map<string, Record<string, string>> {
  const byPath = new Map<string, Record<string, string>>()
  for (const { metadata, spec } of ofKind(example, 'Ingress')) {
    const bounds: Record<string, string> = {}
    for (const [name, value] of Object.entries(metadata?.annotations ?? {})) {
      bounds[name.replace('nginx.ingress.kubernetes.io/', '')] = value
    }
    for (const { path = '' } of (spec?.rules ?? []).flatMap(({ http }) => http?.paths ?? [])) byPath.set(path, bounds)
  }
  return byPath
}
