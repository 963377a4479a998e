import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { build, ofKind, only } from './test-support'

/* Tests the network access to the app, in the manifests that `kubectl` builds. */

let base: unknown[]
let example: unknown[]
beforeAll(async () => {
  ;[base, example] = await Promise.all([build('deploy/kubernetes/base'), build('deploy/kubernetes/example')])
})

describe('the policy of the base', () => {
  it('excludes the metadata service of the cloud when it allows egress', () => {
    const { egress = [], policyTypes } = only(ofKind(base, 'NetworkPolicy')).spec ?? {}
    expect(policyTypes).toEqual(['Ingress', 'Egress'])
    expect(egress.map(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([[53, 53, 5353, 5353], [6379], [443]])
    const closed = egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []))
    expect(closed).toEqual(['169.254.169.254/32', 'fd00:ec2::254/128'])
  })

  it('allows DNS at every address when a cache or a DNS runs outside of the pods', () => {
    const { egress = [] } = only(ofKind(base, 'NetworkPolicy')).spec ?? {}
    const dns = egress.filter(({ ports = [] }) => ports.some(({ port }) => port === 53))
    expect(dns.map(({ to }) => to)).toEqual([undefined])
    expect(new Set(only(dns).ports?.map(({ protocol }) => protocol))).toEqual(new Set(['UDP', 'TCP']))
  })

  it('lets only the Gateway and Prometheus in, at port 3000', () => {
    const { ingress = [] } = only(ofKind(base, 'NetworkPolicy')).spec ?? {}
    const { from, ports } = only(ingress)
    expect(ports).toEqual([{ protocol: 'TCP', port: 3000 }])
    const names = from?.map(({ namespaceSelector }) => Object.values(namespaceSelector?.matchLabels ?? {}))
    expect(names).toEqual([['envoy-gateway-system'], ['monitoring']])
  })
})

/** The parts of the example's objects that the tests read. */
const object = z.object({ kind: z.string(), metadata: z.object({ name: z.string() }) })
const route = z.object({
  spec: z.object({
    hostnames: z.array(z.string()),
    rules: z.array(
      z.object({
        matches: z.array(z.object({ path: z.object({ value: z.string() }) })).default([]),
        timeouts: z.object({ request: z.string() }).optional(),
        backendRefs: z.array(z.object({ name: z.string(), port: z.number() })).default([]),
        filters: z.array(z.object({ requestRedirect: z.object({ statusCode: z.number() }) })).default([]),
      }),
    ),
  }),
})
const policy = z.object({
  spec: z.object({
    targetRefs: z.tuple([z.object({ kind: z.literal('HTTPRoute'), name: z.string() })]),
    loadBalancer: z.object({ type: z.string(), consistentHash: z.object({ type: z.string() }).optional() }),
    retry: z.object({
      retryOn: z.object({ triggers: z.array(z.string()), httpStatusCodes: z.array(z.number()).default([]) }),
    }),
    timeout: z.object({
      tcp: z.object({ connectTimeout: z.string() }),
      http: z.object({ connectionIdleTimeout: z.string() }),
    }),
    healthCheck: z.object({ active: z.object({ http: z.object({ path: z.string() }) }) }),
  }),
})

describe('the Gateway of the example', () => {
  const nginx = readFileSync('docs/deploy/nginx.conf', 'utf8')
  const wordOf = (pattern: RegExp) => pattern.exec(nginx)?.[1] ?? 'none'
  const named = <Value>(kind: string, schema: z.ZodType<Value>) =>
    new Map(
      example
        .filter((each) => object.parse(each).kind === kind)
        .map((each) => [object.parse(each).metadata.name, schema.parse(each)]),
    )

  it('has the bounds of nginx.conf, and 60 seconds for a whole response outside of the console', () => {
    const rules = [...named('HTTPRoute', route).values()].flatMap(({ spec }) => spec.rules)
    const times = rules.flatMap(({ matches, timeouts }) => matches.map(({ path }) => [path.value, timeouts?.request]))
    const usual = '60s'
    // An export or an upload has no limit in all, but one without a byte.
    expect(Object.fromEntries(times)).toEqual({ '/': usual, '/console': '0s', '/_next/static': usual })
    const idle = wordOf(/location \/console \{[^}]*proxy_read_timeout (\w+);/)
    expect(only(example.filter((each) => object.parse(each).kind === 'ClientTrafficPolicy'))).toMatchObject({
      spec: {
        headers: { earlyRequestHeaders: { remove: ['X-Request-Id'] } },
        timeout: {
          http: { streamIdleTimeout: idle, requestHeadersReceivedTimeout: wordOf(/client_header_timeout (\w+);/) },
        },
      },
    })
    for (const { spec } of named('BackendTrafficPolicy', policy).values()) {
      expect(spec.timeout.tcp.connectTimeout).toBe(wordOf(/proxy_connect_timeout (\w+);/))
      expect(spec.timeout.http.connectionIdleTimeout).toBe(wordOf(/^ {4}keepalive_timeout (\w+);/m))
      expect(spec.healthCheck.active.http.path).toBe('/api/ready')
    }
  })

  it('sends a client to the same instance, and to another one when it cannot connect or misses a script', () => {
    const policies = [...named('BackendTrafficPolicy', policy).values()].map(({ spec }) => [
      only(spec.targetRefs).name,
      spec.loadBalancer.consistentHash?.type,
      spec.retry.retryOn.triggers.includes('connect-failure'),
      spec.retry.retryOn.httpStatusCodes,
    ])
    expect(policies).toEqual([
      ['subnet-connect', 'SourceIP', true, []],
      ['subnet-connect-static', undefined, true, [404]],
    ])
    expect([...named('HTTPRoute', route).keys()]).toEqual(expect.arrayContaining(policies.map(([name]) => name)))
  })

  it('uses the same host, and names a Service and a port that exist', () => {
    const routes = [...named('HTTPRoute', route).values()]
    expect(new Set(routes.flatMap(({ spec }) => spec.hostnames))).toEqual(new Set(['connect.example.com']))
    const services = ofKind(example, 'Service').flatMap(({ metadata, spec }) =>
      (spec?.ports ?? []).map(({ port }) => ({ name: metadata?.name, port })),
    )
    const backends = routes.flatMap(({ spec }) => spec.rules.flatMap(({ backendRefs }) => backendRefs))
    expect(backends).toHaveLength(3)
    for (const backend of backends) expect(services).toContainEqual(backend)
  })

  it('redirects to https without a redirect that browsers cache, and logs no query', () => {
    const redirects = [...named('HTTPRoute', route).values()].flatMap(({ spec }) =>
      spec.rules.flatMap(({ filters }) => filters),
    )
    expect(redirects.map(({ requestRedirect }) => requestRedirect.statusCode)).toEqual([302])
    const logs = JSON.stringify(example.filter((each) => object.parse(each).kind === 'EnvoyProxy'))
    expect(logs).toContain('%REQ_WITHOUT_QUERY(X-ENVOY-ORIGINAL-PATH?:PATH)%')
    expect(logs).not.toMatch(/%REQ\([^)]*PATH\)|%PATH\(/)
  })
})
