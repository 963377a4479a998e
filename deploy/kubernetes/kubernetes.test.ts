import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

/* Builds the manifests of this folder with `kubectl`, and checks them against the schemas of Kubernetes. */

type Tree = Record<string, unknown>
interface Manifest extends Tree {
  kind: string
  apiVersion: string
}

const folder = mkdtempSync(join(tmpdir(), 'kubernetes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const names = ['base', 'redis', 'example', 'another-subnet', 'nightly'] as const
const built = new Map<string, Manifest[]>()
beforeAll(async () => {
  cpSync('deploy/kubernetes', folder, { recursive: true })
  // The first subnet with its nightly job.
  cpSync(join(folder, 'example'), join(folder, 'nightly'), { recursive: true })
  const overlay = readFileSync('deploy/kubernetes/example/kustomization.yaml', 'utf8')
  writeFileSync(
    join(folder, 'nightly/kustomization.yaml'),
    overlay.replace('  - gateway.yaml\n', '  - gateway.yaml\n  - balances.yaml\n'),
  )
  for (const name of names) {
    const { stdout } = await promisify(execFile)('kubectl', ['kustomize', join(folder, name)])
    built.set(
      name,
      parseAllDocuments(stdout).map((each) => each.toJS() as Manifest),
    )
  }
})

/** Whether an object belongs to the Gateway API or to Envoy Gateway, whose schemas are not in the package. */
const isOfAGateway = ({ apiVersion }: Manifest) => /^gateway\.(networking\.k8s|envoyproxy)\.io\//.test(apiVersion)

it.each(names)('the schemas find nothing wrong when kubectl builds %s', async (name) => {
  const objects = built.get(name) ?? []
  expect(objects.length).toBeGreaterThan(2)
  for (const object of objects) if (!isOfAGateway(object)) expect(await schemaProblems(object)).toEqual([])
})

it('no secret has a value in a variable or a ConfigMap', () => {
  const objects = [...built.values()].flat()
  expect(objects.map(({ kind }) => kind)).not.toContain('Secret')
  const withValue = /"(?:REDIS_URL|\w*(?:SECRET|PASSWORD|KEY|TOKEN)\w*)"(?::|,"value":)/
  expect(JSON.stringify(objects)).not.toMatch(withValue)
})

/** The package's schemas accept unknown fields, so those that a schema does not read are unknown. */
async function schemaProblems(object: Manifest): Promise<string[]> {
  const { kind, apiVersion } = object
  const unknown = new Set(pathsIn(object))
  try {
    const models = (await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}/${kind}`)) as Record<
      string,
      { prototype: object }
    >
    const validate = Reflect.get(models[kind]?.prototype ?? {}, 'validate') as () => void
    Reflect.apply(validate, watched(object, '', unknown), [])
  } catch (error) {
    return [`${apiVersion} ${kind}: ${String(error)}`]
  }
  return [...unknown].map((path) => `${path} is unknown`)
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

function pathsIn(value: unknown, path = ''): string[] {
  if (!isTree(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => [`${path}/${key}`, ...pathsIn(inner, `${path}/${key}`)])
}

/** Wraps a tree, so that reading a path removes it from a set. */
function watched(tree: Tree, path: string, unread: Set<string>): Tree {
  return new Proxy(tree, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      const inner = `${path}/${String(key)}`
      unread.delete(inner)
      return isTree(value) ? watched(value, inner, unread) : value
    },
  })
}
