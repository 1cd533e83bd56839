/** The one way to say what a kind means at run time: its nodes' data are parsed here, once for each compile, by the kind's own schema. */
import type { z } from 'zod'
import type { Kind } from '../../../src-shared/kinds/kind'
import type {
  FlowFacts,
  KindRuntime,
  NodeRuntime,
  OwnNode,
  ParticipantParts,
  Step,
  ToolRunner,
  ToolSource,
} from './runtime'

/** The data of a kind's nodes. */
export type DataOf<Definition extends { schema: z.ZodObject }> = z.infer<Definition['schema']>

/** What a kind may mean; without any of these it takes no part in runs. */
export type RuntimeParts<Data> = Partial<Pick<KindRuntime, 'isEntry' | 'setsVariables'>> & {
  participant?: (own: OwnNode<Data>, flow: FlowFacts) => ParticipantParts
  tool?: (own: OwnNode<Data>, flow: FlowFacts) => ToolRunner
  source?: (own: OwnNode<Data>, flow: FlowFacts) => ToolSource
  steps?: (own: OwnNode<Data>, flow: FlowFacts) => { [name: string]: Step }
  branches?: (own: OwnNode<Data>, flow: FlowFacts) => readonly string[]
}

/** Says what the nodes of a kind are at run time. */
export function defineRuntime<Schema extends z.ZodObject>(
  kind: Kind & { schema: Schema },
  { isEntry = false, setsVariables = false, ...parts }: RuntimeParts<z.infer<Schema>>,
): KindRuntime {
  return {
    kind: kind.kind,
    isEntry,
    setsVariables,
    isSource: parts.source !== undefined,
    at(id, flow): NodeRuntime {
      const node = flow.graph.node(id) ?? { kind: kind.kind, name: id, data: {} }
      let parsed: z.infer<Schema> | undefined
      const own: OwnNode<z.infer<Schema>> = {
        id,
        node,
        // Parsed on demand: an embedded flow may be large, and the kinds that hold one do not read it here.
        get data() {
          parsed ??= kind.schema.parse(node.data)
          return parsed
        },
      }
      const participant = parts.participant?.(own, flow)
      const tool = parts.tool?.(own, flow)
      const source = parts.source?.(own, flow)
      return {
        ...(participant === undefined ? {} : { participant: { id, node, ...participant } }),
        ...(tool === undefined ? {} : { tool }),
        ...(source === undefined ? {} : { source }),
        steps: parts.steps?.(own, flow) ?? {},
        branches: parts.branches?.(own, flow) ?? [],
      }
    },
  }
}
