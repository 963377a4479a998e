import 'server-only'
import { z } from 'zod'

interface Variable<Name extends string, Value> {
  readonly name: Name
  readonly schema: z.ZodType<Value>
}

const blankEnds = /^[\s\u0085\p{Cf}]+|[\s\u0085\p{Cf}]+$/gu

/** Secret stores add line ends and quotes, which no value of this app has. */
const unwrapped = z
  .string()
  .optional()
  .superRefine((value = '', context) => {
    const core = value.replace(blankEnds, '')
    if (core !== value)
      context.addIssue('begins or ends with white space, a line end or an invisible character: remove it')
    if (/^(["']).*\1$/s.test(core))
      context.addIssue('has quotes round it, which would be part of the value: remove them')
  })

/** Declares a variable. Its place in the tree of `variables.ts` is also its place in the configuration. */
export function variable<const Name extends string, Schema extends z.ZodType>(
  name: Name,
  schema: Schema,
): Variable<Name, z.output<Schema>> {
  return { name, schema: unwrapped.pipe(schema as z.ZodType<z.output<Schema>, string | undefined>) }
}

interface VariableTree {
  readonly [place: string]: Variable<string, unknown> | VariableTree
}

export type ValuesOf<Tree> = {
  -readonly [Place in keyof Tree]: Tree[Place] extends Variable<string, infer Value> ? Value : ValuesOf<Tree[Place]>
}

export type NamesOf<Tree> = {
  [Place in keyof Tree]: Tree[Place] extends Variable<infer Name, unknown> ? Name : NamesOf<Tree[Place]>
}[keyof Tree]

/** An invalid or missing variable. `message` describes the expected value and never quotes the value. */
export interface ConfigProblem {
  name: string
  message: string
}

export function variablesOf(tree: VariableTree): Variable<string, unknown>[] {
  return Object.values(tree).flatMap((node) => (isVariable(node) ? [node] : variablesOf(node)))
}

/** Parses every variable of a tree. A value with a problem is undefined. */
export function readVariables<Tree extends VariableTree>(
  tree: Tree,
  given: Record<string, string | undefined>,
  onProblem: (problem: ConfigProblem) => void,
): ValuesOf<Tree> {
  const read = (node: VariableTree | Variable<string, unknown>): unknown => {
    if (!isVariable(node)) {
      return Object.fromEntries(Object.entries(node).map(([place, inner]) => [place, read(inner)]))
    }
    const parsed = node.schema.safeParse(given[node.name])
    for (const { message } of parsed.error?.issues ?? []) onProblem({ name: node.name, message })
    return parsed.data
  }
  return read(tree) as ValuesOf<Tree>
}

function isVariable(node: VariableTree | Variable<string, unknown>): node is Variable<string, unknown> {
  return typeof node['name'] === 'string'
}
