/** What a node kind is: one definition holds its data, ports, inspector fields, summary and checks. */
import type { Message, Sentence } from '../languages/translate'
import { z } from 'zod'
import type { PromptName } from '../agents/prompts/prompts'
import type { EdgeKind } from './edge-kinds'
import type { ProblemCode } from './problem-codes'
import type { FlowGraph, ToolOffer } from '../flow/graph'
import type { Flow, FlowNode, Json, JsonObject } from '../flow/records'
import type { ToolEffect } from '../flow/tool-effects'

export const KIND_GROUPS = ['entry', 'conversation', 'work', 'swarm', 'planning', 'tools', 'control', 'paper'] as const
export type KindGroup = (typeof KIND_GROUPS)[number]

/**
 * An out port: the edges that leave it are all of one kind. `max` limits how many; `explicit`: never meant where an edge names no port;
 * `isNamed`: its label tells the edges of the node apart, so it is shown wherever they are; `asks`: tools may be at its other end, and
 * participants too, who are asked.
 */
export type OutPort = {
  id: string
  label: string
  edge: EdgeKind
  max?: number
  explicit?: boolean
  isNamed?: boolean
  asks?: boolean
}

/** A value of a choice field, with the words that a person reads. */
export type Choice = {
  value: string
  label: string
  /** One line that says what choosing it means; choices with such lines are cards. */ about?: string
}

/** One prompt among several: the key within the field, and the built-in prompt that an empty one stands for. */
export type PromptPart = { key: string; label: string; builtIn: PromptName }

/** The name of a built-in prompt; `observer`: that of the observer's type. */
export type BuiltInName = PromptName | 'observer'

/** When a field means anything: another field of the same edge or node has a value, or one of the node that the edge leaves. */
export type FieldCondition = { of?: 'source'; key: string } & ({ is: Json } | { isOneOf: readonly Json[] })

/** Whether a condition holds of the value of its field. */
export function meets(condition: FieldCondition, value: Json | undefined): boolean {
  return 'is' in condition ? value === condition.is : condition.isOneOf.some((one) => one === value)
}

/** What a node is known by beside its name: as a tool, or by its code. */
export type OwnNameType = 'tool' | 'code'

/**
 * Where the inspector shows a field: with what the node does, with what it may use, with what follows when it has answered, or folded away
 * with what most people leave as it is.
 */
const FIELD_GROUPS = ['does', 'may', 'answered', 'advanced'] as const
export type FieldGroup = (typeof FIELD_GROUPS)[number]

/** Units in which the file keeps a number, and which people read as others: seconds, megabytes, percent. */
export const FIELD_UNITS = ['ms', 'bytes', 'share', 'characters', 'px', 'seconds'] as const
export type FieldUnit = (typeof FIELD_UNITS)[number]

/** A word that means something of its own in a line of text: a switch beside it writes and removes it. */
export type MeaningWord = { readonly value: string; readonly label: string }

/** Keys of the data whose names are filled in where they stand in braces: a schema's properties, and names of secrets. */
export type FilledFrom = { schema: string; secrets?: string }

/** How one value is shown and edited; `help` is one sentence that says what it is for. */
export type FieldLook = { key: string; label: string; help?: string; when?: FieldCondition } & (
  | { type: 'switch' }
  /** `names`: what models or checks know the node by, which another node should not be known by too; copies get a free one. `isVariable`: the name of a variable. */
  | {
      type: 'line'
      placeholder?: string
      names?: OwnNameType
      isVariable?: boolean
      filled?: FilledFrom
      word?: MeaningWord
    }
  /** `variables`: `{name}` in it is filled in, so the flow's variables can be put in. */
  | { type: 'text'; placeholder?: string; variables?: boolean; filled?: FilledFrom }
  /** An expression over variables; `bare`: the name of a variable alone will do; `isValue`: it gives a value rather than a yes or no. */
  | { type: 'expression'; placeholder?: string; bare?: boolean; isValue?: boolean }
  /** The edge's place among those that leave the same port. */
  | { type: 'place' }
  /** Which of the chats before it a chat hears of: the places of those that it does not. */
  | { type: 'earlierChats' }
  /** Ids of the other chats of a queue that have to come first. */
  | { type: 'chatIds' }
  /** A prompt template. Empty means the built-in prompt `builtIn`, whose slots can be inserted. */
  | { type: 'prompt'; builtIn?: BuiltInName }
  /** Several prompt templates in one object, by key. */
  | { type: 'prompts'; parts: readonly PromptPart[] }
  | { type: 'number'; min?: number; max?: number; step?: number; unit?: FieldUnit; placeholder?: string }
  | { type: 'choice'; options: readonly Choice[]; emptyLabel?: string }
  /** Any JSON, edited as text; `schema` true: a JSON schema of tool parameters. */
  | { type: 'json'; schema?: boolean }
  /** Program text, kept word for word. */
  | { type: 'code'; placeholder?: string }
  /** Code in the place of another field: null, or the code with its limits and hosts. */
  | { type: 'callable'; placeholder: string }
  /**
   * A map from text to text, such as headers. `variablesOf`: the texts are names of variables, and a slot of that field which is no key has the
   * variable of its own name.
   */
  | { type: 'pairs'; variablesOf?: string; filled?: FilledFrom }
  | { type: 'list' }
  | { type: 'model' }
  /** A nested chat's carry-over: null, or a summary method with its prompt. */
  | { type: 'carryover' }
  /** Prompt and role of a summary by model. */
  | { type: 'summaryArgs' }
  /** Outcomes of an observer: rows of answer, what then, text. */
  | { type: 'outcomes' }
  /** Branches of a condition: rows of a name, which is that of a port, and an expression. */
  | { type: 'branches' }
  /** Variables to set: rows of a name and what it gets. */
  | { type: 'assignments' }
  /** A structured output: null, or a JSON schema and the variable that keeps the result. */
  | { type: 'output' }
  /** Documents: rows of name and text. */
  | { type: 'documents' }
  /** A node that an edge from `port` leads to; its value is the node's id. */
  | { type: 'node'; port: string; emptyLabel: string }
  /** An OpenAPI document: itself, its address, or the path of a file. */
  | { type: 'apiDocument' }
  /** Which operations of the OpenAPI document in the field `document` are wanted. */
  | { type: 'apiOperations'; document: string }
  /** A flow: the id of one of the library's, or the flow itself. */
  | { type: 'flow'; emptyLabel: string }
  /** What a tool does; empty: the description of the flow that the field `flow` holds. */
  | { type: 'flowDescription'; flow: string; placeholder: string }
  /** How an MCP server is reached. */
  | { type: 'mcpTransport' }
  /** The name of a connection of the person's. */
  | { type: 'connection' }
  | { type: 'color'; options: readonly string[] }
)

/**
 * How the inspector shows one field of `data`; `key` must be a field of the kind's schema. Several hints may be for one
 * key where at most one of them is shown at a time.
 */
export type FieldHint = FieldLook & { help: string; group: FieldGroup }

/** The slots that a text has lost; `path` leads to it in the node's data or in the settings. */
export type LostSlotsAt = { prompt: PromptName; path: readonly string[]; slots: readonly string[] }

/** One thing wrong with a flow: an `error` blocks running, a `warning` does not. `message` says what, where and what to do. */
export type Problem = {
  severity: 'error' | 'warning'
  code: ProblemCode
  message: Sentence
  node?: string
  edge?: string
  field?: string
  /** Of a text that lost slots: which, and where. */
  lost?: LostSlotsAt
  /** Of a variable that nobody declared: its name. */
  variable?: string
}

/** A problem as a kind's own check says it; the checker adds the node. */
export type KindProblem = {
  severity: 'error' | 'warning'
  code: ProblemCode
  message: Sentence
  field?: string
  edge?: string
  variable?: string
}

/** What a node says of itself on the canvas: words of the interface, or what a person wrote. */
export type Summary = string | Message

/** What a summary or a check may look at besides the node itself. */
export type KindContext = { flow: Flow; nodeId: string }

/** What a check may look at besides: the flow as a graph, and the variables that are declared here or round the flow. */
export type CheckContext = KindContext & { graph: FlowGraph; declared: ReadonlySet<string> }

/** What a flow may use outside of Baton only after a person allowed it. */
export const CONSENT_TYPES = ['command', 'host', 'file', 'code', 'secret'] as const
export type ConsentType = (typeof CONSENT_TYPES)[number]

/**
 * One thing that a node would use. `value` names it in one line; `content` is everything that the consent is bound to, such as the
 * code itself: when that changes, the consent lapses.
 */
export type ConsentNeed = { type: ConsentType; value: string; content: string }

/** Which tools of its pool a turn is offered; the pool's tools are what its `use` edges lead to. */
export type PoolSettings = {
  /** So many tools at most. */
  topK: number
  /** Those whose similarity to the query is at least this, 0..1. */
  minSimilarity: number
  mode: 'hybrid' | 'vector' | 'keyword'
  /** What is looked for: the texts that its participant has not answered yet, the last one of the user, or all of them. */
  query: 'new-messages' | 'last-user-message' | 'thread'
  /** Disabled and far tools count towards the limit (Workbench 5). */
  filterAfterSearch: boolean
  /** Goes before the names of its tools; empty: they keep their names. */
  prefix: string
  /** Other names and descriptions of its tools, by the name that their source gives them; empty ones change nothing. */
  overrides: { readonly [tool: string]: { name: string; description: string } }
  /** Tools that are switched off in it, by the name that their source gives them. */
  disabled: readonly string[]
}

/** What participates how: only nodes with a role take part in runs in that way. */
export type KindRoles = {
  /** Can hold the baton and speak. */
  participant?: boolean
  /** Is offered to participants as a tool, over `use` edges. */
  tool?: boolean
  /** Holds any number of tools, which are known only when it is asked for them. */
  source?: boolean
  /** Holds the baton only to lead it on: nobody whom one could talk to. */
  way?: boolean
  /** A step that `next` edges may lead to. */
  step?: boolean
  /** A member of the swarm: the patterns and the manager of a flow choose between these. */
  member?: boolean
  /** A conversation of its own, on top of whoever brought it in. */
  dialog?: boolean
  /** A queue of chats: called and speaking as `nested_chat_<agent>_<n>`. */
  nested?: boolean
}

/** A value that no other node of a flow may have too, case ignored; `what` is what a person calls it. */
export type UniqueValue = { what: 'code'; field: string; value: string }

/** A ready-made node of a kind, which lists offer in the kind's place; `label` is what it is called at first, `id` lower case without blanks. */
export type NodePreset = {
  readonly id: string
  readonly label: string
  readonly description: string
  readonly keywords: readonly string[]
  readonly data: JsonObject
}

export type KindDefinition<Schema extends z.ZodObject = z.ZodObject> = {
  kind: string
  /** What a person calls it, sentence case. */
  label: string
  group: KindGroup
  /** One sentence for the palette. */
  description: string
  /** More words that find it in the palette. */
  keywords: readonly string[]
  /** Card: participants and steps. Pill: parts such as tools and observers. Paper: notes. Frame: an area round others. */
  shape: 'card' | 'pill' | 'paper' | 'frame'
  roles: KindRoles
  /** Absent: a new node has no data yet. */
  presets?: readonly NodePreset[]
  /** Schema of `data`; every field has a default. */
  schema: Schema
  /** Edge kinds that may end at this kind's `in` port, those first that it is there for: a list of what fits an edge begins with the kinds that name it early. */
  accepts: readonly EdgeKind[]
  /** The same for every node of the kind, or as its data says. */
  ports: readonly OutPort[] | ((data: z.infer<Schema>) => readonly OutPort[])
  fields: readonly FieldHint[]
  /** One line for the card. */
  summary: (data: z.infer<Schema>, context: KindContext) => Summary
  /** The kind's own checks, beyond what every node is checked for. */
  check?: (data: z.infer<Schema>, context: CheckContext) => readonly KindProblem[]
  /** For tools and dialogs: how a model sees the node. */
  offer?: (data: z.infer<Schema>, name: string) => ToolOffer
  /** For pools: which of its tools a turn is offered. */
  pool?: (data: z.infer<Schema>, name: string) => PoolSettings
  /** What it would use outside of Baton; nothing of it may be touched before a person allowed it. */
  needs?: (data: z.infer<Schema>, name: string) => readonly ConsentNeed[]
  /** Values that must differ between all nodes of a flow, such as a dialog's code. */
  unique?: (data: z.infer<Schema>, name: string) => readonly UniqueValue[]
  /** Names of variables that it fills by itself, so that the flow need not declare them. */
  fills?: (data: z.infer<Schema>) => readonly string[]
  /** For tools: its calls wait for each other and for those of other such tools. Absent: they run at once. */
  keepsOrder?: (data: z.infer<Schema>) => boolean
  /** For tools: what a call does outside of Baton; of a source, what all its tools do. Absent: not known. */
  effect?: (data: z.infer<Schema>) => ToolEffect
}

/** A kind in the list: its data type forgotten, so that all kinds fit one table. */
export type Kind = Omit<
  KindDefinition,
  'ports' | 'summary' | 'check' | 'offer' | 'pool' | 'needs' | 'unique' | 'fills' | 'keepsOrder' | 'effect'
> & {
  /** Where it is offered as one of its presets, which its label, description and keywords are of then. */
  preset?: NodePreset
  /** The out ports of a node with this data; no data, or broken data: those of a new node. */
  ports: (data?: JsonObject) => readonly OutPort[]
  summary: (node: FlowNode, context: KindContext) => Summary
  check: (node: FlowNode, context: CheckContext) => readonly KindProblem[]
  /** Null: never offered to a model, or its data is broken. */
  offer: (node: FlowNode) => ToolOffer | null
  /** Null: no pool of tools, or its data is broken. */
  pool: (node: FlowNode) => PoolSettings | null
  /** Empty for broken data, which cannot run. */
  needs: (node: FlowNode) => readonly ConsentNeed[]
  unique: (node: FlowNode) => readonly UniqueValue[]
  fills: (node: FlowNode) => readonly string[]
  keepsOrder: (node: FlowNode) => boolean
  effect: (node: FlowNode) => ToolEffect
}

/** Whether nodes of a kind can be disabled: those that something leads to. */
export function canBeDisabled({ accepts }: Pick<Kind, 'accepts'>): boolean {
  return accepts.length > 0
}

/** The fields that nodes of every kind have beside their own; `enabled` only where edges end. */
export const nodeMarksSchema = z.object({ enabled: z.boolean().default(true), locked: z.boolean().default(false) })

/** The schema with the marks that nodes of the kind can have. */
function withMarks(schema: z.ZodObject, hasSwitch: boolean): z.ZodObject {
  const { enabled, locked } = nodeMarksSchema.shape
  return schema.extend(hasSwitch ? { enabled, locked } : { locked })
}

/** Defines a kind. `summary` and `check` get data with defaults filled in; data that breaks the schema has no checks of its own. */
export function defineKind<Schema extends z.ZodObject>(
  definition: KindDefinition<Schema> & {
    fields: readonly (FieldHint & { key: Extract<keyof z.infer<Schema>, string> })[]
  },
): Kind & { schema: Schema } {
  const { ports, summary, check, offer, pool, needs, unique, fills, keepsOrder, effect, schema } = definition
  return {
    ...definition,
    // What it infers stays: the marks are read where nodes are, never by a kind.
    schema: withMarks(schema, canBeDisabled(definition)) as Schema,
    ports(data = {}) {
      if (typeof ports !== 'function') return ports
      const parsed = schema.safeParse(data)
      return ports(parsed.success ? parsed.data : schema.parse({}))
    },
    summary(node, context) {
      const parsed = schema.safeParse(node.data)
      return parsed.success ? summary(parsed.data, context) : ''
    },
    check(node, context) {
      const parsed = schema.safeParse(node.data)
      return parsed.success && check !== undefined ? check(parsed.data, context) : []
    },
    offer(node) {
      const parsed = offer === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && offer !== undefined ? offer(parsed.data, node.name) : null
    },
    pool(node) {
      const parsed = pool === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && pool !== undefined ? pool(parsed.data, node.name) : null
    },
    needs(node) {
      const parsed = needs === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && needs !== undefined ? needs(parsed.data, node.name) : []
    },
    fills(node) {
      const parsed = fills === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && fills !== undefined ? fills(parsed.data) : []
    },
    keepsOrder(node) {
      const parsed = keepsOrder === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && keepsOrder !== undefined && keepsOrder(parsed.data)
    },
    effect(node) {
      const parsed = effect === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && effect !== undefined ? effect(parsed.data) : 'unknown'
    },
    unique(node) {
      const parsed = unique === undefined ? null : schema.safeParse(node.data)
      return parsed?.success === true && unique !== undefined ? unique(parsed.data, node.name) : []
    },
  }
}
