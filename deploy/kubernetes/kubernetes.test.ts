import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { namesSetByTheSystem, parseConfig, variableNames } from '@/lib/config'
import { readSkin } from '@/lib/skin/read-skin'
import { build, isOfAGateway, ofKind, only, schemaProblems, type ObjectOf } from './test-support'

/*
 * Builds the manifests of this folder with `kubectl`, without a cluster. Checks them against the schemas of Kubernetes,
 * the needs of the app and the guide.
 */

const guide = readFileSync('docs/deploy/kubernetes.md', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Name = 'base' | 'redis' | 'example' | 'another-subnet' | 'nightly'
const names: readonly Name[] = ['base', 'redis', 'example', 'another-subnet', 'nightly']
let built: Record<Name, unknown[]>

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeAll(async () => {
  cpSync('deploy/kubernetes', folder, { recursive: true })
  // The first subnet with its nightly job.
  cpSync(join(folder, 'example'), join(folder, 'nightly'), { recursive: true })
  const overlay = readFileSync('deploy/kubernetes/example/kustomization.yaml', 'utf8')
  write('nightly/kustomization.yaml', overlay.replace('  - gateway.yaml\n', '  - gateway.yaml\n  - balances.yaml\n'))
  const objects = await Promise.all(names.map(async (name) => [name, await build(join(folder, name))] as const))
  built = Object.fromEntries(objects) as typeof built
})

const all = () => Object.values(built).flat()
const deploymentOf = (name: Name) => only(ofKind(built[name], 'Deployment'))
type PodSpec = NonNullable<NonNullable<ObjectOf<'Deployment'>['spec']>['template']['spec']>
const podsIn = (objects: readonly unknown[]): PodSpec[] =>
  [
    ...ofKind(objects, 'Deployment').map(({ spec }) => spec?.template.spec),
    ...ofKind(objects, 'StatefulSet').map(({ spec }) => spec?.template.spec),
    ...ofKind(objects, 'CronJob').map(({ spec }) => spec?.jobTemplate.spec?.template.spec),
  ].filter((spec) => spec !== undefined)
const podOf = (name: Name) => only(podsIn(ofKind(built[name], 'Deployment')))
const appOf = (name: Name) => only(podOf(name).containers)
const environmentOf = (name: Name) =>
  Object.fromEntries(appOf(name).env?.map((variable) => [variable.name, variable.value ?? '']) ?? [])
/** Returns the data of a ConfigMap, by its name without the hash that `kubectl` adds. */
const dataOf = (name: Name, map: string) =>
  ofKind(built[name], 'ConfigMap').find(({ metadata }) => metadata?.name?.replace(/-[a-z0-9]+$/, '') === map)?.data ??
  {}

describe('the schema check', () => {
  it.each(names)('finds nothing wrong when kubectl builds %s', (name) => {
    expect(built[name].length).toBeGreaterThan(2)
    expect(built[name].filter((object) => !isOfAGateway(object)).flatMap(schemaProblems)).toEqual([])
  })

  it('names the field when the schema does not have it', () => {
    for (const object of all().filter((each) => !isOfAGateway(each))) {
      const changed = structuredClone(object) as { spec?: object }
      Object.assign(changed, { madeUp: 1 })
      if (changed.spec) Object.assign(changed.spec, { madeUp: 1 })
      expect(schemaProblems(changed)).toEqual([
        ...(changed.spec ? ['/spec/madeUp is unknown'] : []),
        '/madeUp is unknown',
      ])
    }
  })

  it('names the field when its value is of another type, or is missing', () => {
    const deployment = structuredClone(deploymentOf('base'))
    Object.assign(deployment.spec?.template.spec ?? {}, { terminationGracePeriodSeconds: '40' })
    Reflect.deleteProperty(deployment.spec ?? {}, 'selector')
    const [problem] = schemaProblems(deployment)
    expect(problem).toContain('/spec/template/spec/terminationGracePeriodSeconds must be integer')
    expect(problem).toContain('/spec must have required property selector')
  })

  it('refuses an object when its version no longer exists', () => {
    const autoscaler = { ...only(ofKind(built.base, 'HorizontalPodAutoscaler')), apiVersion: 'autoscaling/v2beta2' }
    expect(schemaProblems(autoscaler)).toEqual(['autoscaling/v2beta2 HorizontalPodAutoscaler has no schema here'])
  })
})

describe('the Deployment', () => {
  it('gives each probe three seconds when it asks the app', () => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = appOf('base')
    const asked = (path: string) => ({ httpGet: { path, port: 'http' }, timeoutSeconds: 3 })
    expect(startupProbe).toMatchObject(asked('/api/health'))
    expect(livenessProbe).toMatchObject(asked('/api/health'))
    expect(readinessProbe).toMatchObject(asked('/api/ready'))
    expect(ports).toEqual([{ name: 'http', containerPort: 3000 }])
  })

  it('waits for running requests when a pod stops', () => {
    const { SHUTDOWN_DELAY_SECONDS: delay, SHUTDOWN_GRACE_SECONDS: grace } = environmentOf('base')
    expect(podOf('base').terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(grace) + 10)
    expect(Number(delay)).toBeGreaterThanOrEqual(2 * (appOf('base').readinessProbe?.periodSeconds ?? Infinity))
  })

  it('listens at IPv6 and IPv4 addresses when a cluster has only one kind', () => {
    expect(environmentOf('base').HOSTNAME).toBe('::')
  })

  it('gets other pods within a minute and a half when a node is dead', () => {
    const effects = podOf('base').tolerations?.map(({ key, effect, tolerationSeconds }) => [
      key,
      effect,
      tolerationSeconds,
    ])
    expect(effects).toEqual(
      ['not-ready', 'unreachable'].map((reason) => [`node.kubernetes.io/${reason}`, 'NoExecute', 30]),
    )
  })

  it('has a new pod ready before it stops an old pod', () => {
    expect(deploymentOf('base').spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
  })

  it('does not set the number of pods, so that the autoscaler keeps it when an operator applies it again', () => {
    expect(deploymentOf('base').spec?.replicas).toBeUndefined()
    const { minReplicas, maxReplicas, scaleTargetRef } = only(ofKind(built.base, 'HorizontalPodAutoscaler')).spec ?? {}
    expect({ minReplicas, maxReplicas }).toEqual({ minReplicas: 2, maxReplicas: 4 })
    expect(scaleTargetRef).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'subnet-connect' })
  })

  it('limits the heap to half of the memory limit', () => {
    expect(appOf('base').resources?.limits).toEqual({ memory: '1Gi' })
    expect(environmentOf('base').NODE_OPTIONS).toBe('--max-old-space-size=512')
  })

  it('runs the image that an overlay names', () => {
    for (const { containers } of podsIn([...built['another-subnet'], ...built.nightly])) {
      expect(only(containers).image).toBe('registry.example.com/subnet-connect:1.0.0')
    }
  })
})

describe('the pods', () => {
  it.each(names)('of %s run without privileges', (name) => {
    const pods = podsIn(built[name])
    expect(pods).not.toEqual([])
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: only(pod.containers).name === 'redis' ? 999 : 1000,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      })
      expect(only(pod.containers)).toMatchObject({
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        resources: { limits: { memory: expect.any(String) as unknown } },
      })
    }
  })

  it('are the only pods that a Service, a budget or a policy selects', () => {
    const labels = { 'app.kubernetes.io/name': 'subnet-connect' }
    for (const name of ['base', 'example', 'another-subnet', 'nightly'] as const) {
      expect(deploymentOf(name).spec?.template.metadata?.labels).toEqual(labels)
      const selectors = [
        deploymentOf(name).spec?.selector.matchLabels,
        ...ofKind(built[name], 'Service').map(({ spec }) => spec?.selector),
        ...ofKind(built[name], 'PodDisruptionBudget').map(({ spec }) => spec?.selector?.matchLabels),
        ...ofKind(built[name], 'NetworkPolicy').map(({ spec }) => spec?.podSelector?.matchLabels),
      ]
      for (const selector of selectors) expect(selector).toEqual(labels)
    }
    const [job] = ofKind(built.nightly, 'CronJob')
    expect(job?.spec?.jobTemplate.spec?.template.metadata?.labels).not.toEqual(labels)
  })
})

/** Variables that a container's program reads and that do not belong to the app. */
const ofTheRuntime = ['HOSTNAME', 'PORT', 'NODE_OPTIONS']

describe('the variables', () => {
  it.each(['base', 'example', 'another-subnet', 'nightly'] as const)(
    'are all known to the app when %s sets them',
    (name) => {
      const set = [
        ...podsIn(built[name]).flatMap(({ containers }) => only(containers).env?.map((each) => each.name) ?? []),
        ...Object.keys(dataOf(name, 'subnet-connect')),
      ]
      expect(set.filter((each) => !variableNames.includes(each) && !ofTheRuntime.includes(each))).toEqual([])
      expect(set.filter((each) => namesSetByTheSystem.includes(each))).toEqual([])
    },
  )

  it('reach the app from the Secret and the settings when both exist', () => {
    const settings = ofKind(built.example, 'ConfigMap').map(({ metadata }) => metadata?.name)
    const [secrets, others] = appOf('example').envFrom ?? []
    expect(secrets).toEqual({ secretRef: { name: 'subnet-connect' } })
    expect(settings).toContain(others?.configMapRef?.name)
  })

  it('make a valid configuration together with the Secret of the guide', () => {
    const secret = 'a-secret-of-more-than-32-characters'
    const secrets = {
      SERVICE_API_KEY: 'key_12345',
      NEXTAUTH_SECRET: secret,
      HOLD_PASSWORD: secret,
      SUBNET_USER_ID_KEY: secret,
      OIDC_CLIENT_SECRET: secret,
      METRICS_TOKEN: secret,
      REDIS_URL: 'redis://acme:secret@redis:6379/0',
    }
    for (const name of ['example', 'another-subnet'] as const) {
      const set = { ...secrets, ...dataOf(name, 'subnet-connect'), ...environmentOf(name) }
      expect(parseConfig(set)).toMatchObject({ ok: true, config: { trustedProxyHops: 1 } })
    }
  })

  it('are in the Secret when docs/operate/secrets.md lists them', () => {
    const [table = ''] = /^\| `[^]*?\n\n/m.exec(readFileSync('docs/operate/secrets.md', 'utf8')) ?? []
    const secrets = [...table.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)
    const pattern = new RegExp(/secrets='(\S+)'/.exec(guide)?.[1] ?? '(?!)')
    expect(secrets.length).toBeGreaterThan(8)
    expect(secrets.filter((name) => !pattern.test(`${name}=value`))).toEqual([])
    expect(Object.entries(dataOf('example', 'subnet-connect')).filter((each) => pattern.test(each.join('=')))).toEqual(
      [],
    )
  })
})

/** Returns the names of secrets with a value in the manifests. */
function secretsIn(objects: readonly unknown[]): string[] {
  const variables = podsIn(objects).flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env))
  return [
    ...variables.filter(({ value }) => value !== undefined).map(({ name }) => name),
    ...ofKind(objects, 'ConfigMap').flatMap(({ data = {} }) => Object.keys(data)),
  ].filter((name) => /SECRET|PASSWORD|KEY|TOKEN|^REDIS_URL$/.test(name))
}

describe('the secrets', () => {
  it('have no value and no Secret object when kubectl builds the manifests', () => {
    expect(secretsIn(all())).toEqual([])
    expect(all().map((each) => (each as { kind: string }).kind)).not.toContain('Secret')
  })

  it('are found when a manifest holds them', () => {
    const deployment = structuredClone(deploymentOf('base'))
    deployment.spec?.template.spec?.containers[0]?.env?.push({ name: 'SERVICE_API_KEY', value: 'key_12345' })
    const settings = { kind: 'ConfigMap', data: { HOLD_PASSWORD: 'a', LOG_LEVEL: 'b' } }
    expect(secretsIn([deployment, settings])).toEqual(['SERVICE_API_KEY', 'HOLD_PASSWORD'])
  })
})

it('the skin has no problem when Kubernetes mounts its ConfigMap', () => {
  const data = dataOf('example', 'subnet-connect-skin')
  const volume = podOf('example').volumes?.find(({ name }) => name === 'skin')?.configMap
  const mounted = join(folder, 'mounted')
  expect(ofKind(built.example, 'ConfigMap').map(({ metadata }) => metadata?.name)).toContain(volume?.name)
  expect(volume?.items?.map(({ key }) => key).sort()).toEqual(Object.keys(data).sort())
  for (const { key, path } of volume?.items ?? []) write(`mounted/..data/${path}`, data[key] ?? '')
  for (const name of ['brand.json', 'theme.css', 'messages']) symlinkSync(join('..data', name), join(mounted, name))
  const { skin, problems } = readSkin(mounted)
  expect(problems).toEqual([])
  expect(skin?.messages.get('en')).toHaveProperty(['home.text'])
  expect(appOf('example').volumeMounts).toEqual([{ name: 'skin', mountPath: '/app/skin', readOnly: true }])
})

it('Redis evicts nothing when it is full, and has a lower memory limit than its container', () => {
  const [container] = podsIn(built.redis)[0]?.containers ?? []
  const flags = [...(container?.command ?? []), ...(container?.args ?? [])].join(' ')
  expect(flags).toContain('--maxmemory-policy noeviction')
  const limit = String(container?.resources?.limits?.memory)
  expect(Number(/--maxmemory (\d+)mb/.exec(flags)?.[1])).toBeLessThan(Number(/^(\d+)Mi$/.exec(limit)?.[1]))
})
