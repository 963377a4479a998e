import { z } from 'zod'
import { runNext } from '../next-command'

/** The bytes of one or several modules. */
export interface Weight {
  uncompressedBytes: number
  /** The sum of the modules' sizes with separate compression. It is larger than their share of a script. */
  compressedAloneBytes: number
}

/** The modules of a route's scripts. */
interface RouteContents {
  firstLoad: Map<string, Weight>
  /** The modules by the target of an `import()` of the page. */
  onDemand: Map<string, Map<string, Weight>>
}

const snapshot = 'measure-js'

const record = z.discriminatedUnion('type', [
  z.object({ type: z.literal('meta'), schema_version: z.literal(1) }),
  z.object({ type: z.literal('module') }),
  z.object({ type: z.literal('route') }),
  z.object({ type: z.literal('output') }),
  z.object({
    type: z.literal('part'),
    filename: z.string(),
    source_path: z.string(),
    size: z.number(),
    compressed_size: z.number(),
  }),
  z.object({
    type: z.literal('group'),
    kind: z.enum(['bootstrap', 'render_dependent', 'async']),
    trigger_module_ident: z.string(),
    outputs: z.array(z.string()),
  }),
])

/**
 * Lists the modules of a route's scripts with Next's analyzer. It compiles the app again with other file names, so its
 * scripts do not match single scripts of the build.
 */
export async function contentsOf(folder: string, route: string): Promise<RouteContents> {
  await runNext(folder, 'analyze', '--output', '--snapshot', snapshot)
  const lines = await runNext(folder, 'analyze', 'export', '--snapshot', snapshot, '--route', route)
  const records = lines
    .trim()
    .split('\n')
    .map((line) => record.parse(JSON.parse(line)))
  const parts = records.filter((each) => each.type === 'part')
  const groups = records.filter((each) => each.type === 'group')

  const contentsOfOutputs = (outputs: Set<string>) => {
    const modules = new Map<string, Weight>()
    for (const part of parts) {
      if (!outputs.has(part.filename)) continue
      add(modules, part.source_path.replace('[project]/', ''), {
        uncompressedBytes: part.size,
        compressedAloneBytes: part.compressed_size,
      })
    }
    return modules
  }
  const isBrowserScript = (output: string) => output.startsWith('[client-fs]/') && output.endsWith('.js')
  const firstOutputs = new Set(
    groups.filter(({ kind }) => kind !== 'async').flatMap(({ outputs }) => outputs.filter(isBrowserScript)),
  )
  const onDemand = groups
    .filter(({ kind }) => kind === 'async')
    .map(({ trigger_module_ident: trigger, outputs }) => {
      const later = outputs.filter((output) => isBrowserScript(output) && !firstOutputs.has(output))
      return [trigger.replace('[project]/', '').replace(/ .*/, ''), contentsOfOutputs(new Set(later))] as const
    })
    .filter(([, modules]) => modules.size > 0)
  return { firstLoad: contentsOfOutputs(firstOutputs), onDemand: new Map(onDemand) }
}

/** Sums up the modules of each npm package, and keeps all other modules separate. Largest first. */
export function byPackage(modules: Map<string, Weight>): [name: string, weight: Weight][] {
  const sums = new Map<string, Weight>()
  for (const [path, weight] of modules) {
    add(sums, /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path, weight)
  }
  return [...sums].sort(([, one], [, other]) => other.compressedAloneBytes - one.compressedAloneBytes)
}

function add(sums: Map<string, Weight>, name: string, weight: Weight): void {
  const sum = sums.get(name) ?? { uncompressedBytes: 0, compressedAloneBytes: 0 }
  sums.set(name, {
    uncompressedBytes: sum.uncompressedBytes + weight.uncompressedBytes,
    compressedAloneBytes: sum.compressedAloneBytes + weight.compressedAloneBytes,
  })
}
