import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { expect } from 'vitest'
import { parseAllDocuments } from 'yaml'

/** The kinds of objects, with Kubernetes's schemas. */
const models = {
  ConfigMap,
  CronJob,
  Deployment,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  PersistentVolumeClaim,
  PodDisruptionBudget,
  Service,
  StatefulSet,
}

type Models = typeof models
export type Kind = keyof Models
/** A parsed YAML object of a kind. */
export type ObjectOf<K extends Kind> = NonNullable<ConstructorParameters<Models[K]>[0]>
type Tree = Record<string, unknown>

/** Runs `kubectl kustomize` for a folder, and returns the objects. */
export async function build(folder: string): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)('kubectl', ['kustomize', folder])
  return documentsOf(stdout)
}

/** Parses the documents of a YAML file. */
const documentsOf = (yaml: string): unknown[] => parseAllDocuments(yaml).map((each): unknown => each.toJS())

/** Whether an object belongs to the Gateway API or to Envoy Gateway, whose schemas are not in the package. */
export const isOfAGateway = (object: unknown): boolean =>
  /^gateway\.(networking\.k8s|envoyproxy)\.io\//.test(String((object as Tree)['apiVersion']))

/** Returns the objects of one kind. */
export const ofKind = <K extends Kind>(objects: readonly unknown[], kind: K): ObjectOf<K>[] =>
  objects.filter((object): object is ObjectOf<K> => (object as Tree).kind === kind)

/** Returns the only item of a list. */
export function only<Item>(items: readonly Item[]): Item {
  expect(items).toHaveLength(1)
  return items[0] as Item
}

/**
 * Finds the problems of an object with its schema. The package's schemas accept unknown fields, so this function
 * records which fields a schema reads. The other fields are unknown.
 */
export function schemaProblems(object: unknown): string[] {
  const { kind, apiVersion } = object as { kind: Kind; apiVersion: string }
  const model = Object.hasOwn(models, kind) ? models[kind] : undefined
  if (model?.apiVersion !== apiVersion) return [`${apiVersion} ${kind} has no schema here`]
  const unknown = new Set(pathsIn(object))
  const validate = Reflect.get<{ validate: () => void }, 'validate'>(model.prototype, 'validate')
  try {
    Reflect.apply(validate, watched(object as Tree, '', unknown), [])
  } catch (error) {
    return [String(error)]
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
