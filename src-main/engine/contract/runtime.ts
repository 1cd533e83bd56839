/** What a kind can be at run time, and what steps are given to work with. */
import type { FlowGraph, ListedTool } from '../../../src-shared/flow/graph'
import type { AfterWorkOption, FlowNode, Json, JsonObject, Language, Settings } from '../../../src-shared/flow/records'
import type { NodeModel } from '../../../src-shared/flow/model-settings'
import type { NeededApprovals } from '../../../src-shared/agents/offers/approvals'
import type { Offer } from '../../../src-shared/agents/offers/offers'
import type { UsedPool } from '../../../src-shared/agents/offers/pools'
import type { ToolUse } from '../../../src-shared/kinds/agent'
import type { CodeValue } from '../../../src-shared/flow/code-values'
import type { Output } from '../../../src-shared/kinds/output'
import type { NewWarningEvent } from '../../../src-shared/run/log/events'
import type { AnswerOf, NodeQuestion, QuestionKind } from '../../../src-shared/run/log/questions'
import type { ToolProgress } from '../../../src-shared/run/fold/fold-view'
import type { DocumentIndex } from '../../documents/document-index'
import type { DocumentSource } from '../../documents/load'
import type { EmbeddingModel } from '../../documents/meaning'
import type { ChatModel, ModelSettings } from '../../models/contract/model'
import type { CodeAround, RunCode } from '../../tools/code/sandbox'
import type { CheckAnswer } from '../../reading/check-answer'
import type { CheckArguments } from '../../reading/check-arguments'
import type { McpServers } from '../../tools/mcp/mcp-servers'
import type { Redactor } from '../../redaction/redactor'
import type { ApiDocuments } from '../../tools/api/api-documents'
import type { PoolMember } from '../../tools/pool/open-pools'
import type { ToolPool } from '../../tools/pool/pool'
import type { CallAttempt } from '../../requests/request-records'
import type { OfferedTools } from '../../store/offered-tools'
import type { Results } from '../../store/results'
import type { SearchResult } from '../../tools/web-search/web-search'
import type { Draft } from '../state/draft'
import type { BatonState, BatonUpdate } from '../state/state'
import type { ToolSwitches } from '../state/switches'
import type { CallUsage, TurnBudget } from './call-usage'
import type { EventEmitters, InnerEvents, RunFlow } from './inner-run'
import type { StepListener } from './interjection'
import type { PauseSource } from './pause-source'
import type { TakeResult } from './repeats'

/** What the engine needs from outside; one per core. */
export type EngineServices = {
  /** The model that a participant calls; a missing connection is the failure of the call. */
  resolveModel: (settings: ModelSettings, flow: { rehearsal: Settings['rehearsal']; language: Language }) => ChatModel
  /** Milliseconds since 1970. */
  now: () => number
  /** The key of a connection for a request to an address; null when it has none. Throws AppError when it must not go there. */
  keyFor: (connection: string, url: URL) => Promise<string | null>
  /** The value of a named secret. Throws `secret-missing`. */
  secret: (name: string) => Promise<string>
  /** Takes every key and secret that is known here out of what comes from outside; rejects never. */
  redactor: () => Promise<Redactor>
  /** Servers of the Model Context Protocol, started or reached when they are opened; whoever opens one was allowed to. */
  mcp: Pick<McpServers, 'open'>
  /** The index of a flow's documents. Throws AppError naming the document that cannot be read. */
  documents: (documents: readonly DocumentSource[], signal: AbortSignal) => Promise<DocumentIndex>
  /** The embedding model that the flow names; null: documents are searched by words alone. */
  embedding: (settings: Settings['embedding']) => EmbeddingModel | null
  /** The pool of a list of tools, which can be searched, by the embedding model that the flow names or the built-in one. */
  toolPool: (tools: readonly PoolMember[], embedding: Settings['embedding']) => Promise<ToolPool>
  /** A web search over a connection; null when there is none. Throws AppError when it fails. */
  search: (
    connection: string,
    query: { query: string; topK: number; signal: AbortSignal },
  ) => Promise<SearchResult[] | null>
  /** Whole results of tools, by thread. */
  results: Pick<Results, 'keep' | 'read'>
  /** Takes each request to a model, for the record of the thread. */
  noteRequest: (threadId: string, attempt: CallAttempt) => void
  /** A wait for a busy model server has begun in a thread; `end` ends it before its time. The returned function forgets it. */
  noteWait: (threadId: string, end: () => void) => () => void
  /** What a source of tools offers where it is not to be asked; absent: each is asked. */
  listed?: ((source: string) => readonly ListedTool[]) | undefined
  /** What sources of tools offered when they were last asked. */
  offeredTools: Pick<OfferedTools, 'replace'>
  /** What is wrong with an answer by a JSON schema. */
  checkAnswer: CheckAnswer
  /** The arguments of a call as its tool gets them, and what is wrong with them by the tool's schema. */
  checkArguments: CheckArguments
  /** OpenAPI documents, read once as long as they stay the same. */
  apiDocuments: ApiDocuments
  /** Runs a flow that is written out as a tool. Rejects only when stopped. */
  runFlow: RunFlow
  /** Whether the person allowed an item such as `host:127.0.0.1:8080` by its name, though no node declares it. */
  isAllowedByName: (key: string) => boolean
  /** Whether the person said that such calls run without asking. */
  runsUnasked: (call: CallToAsk) => boolean
}

/** A call that a person is asked about unless a rule lets it run. `tool`: the name under which it is called; `digest`: that of `ruleDigest`. */
export type CallToAsk = { threadId: string; node: string; tool: string; digest: string }

export type { NodeQuestion }
export type { EventEmitters, InnerEvents, InnerOutcome, InnerProblem, InnerTurn, RunFlow } from './inner-run'

/** What a step may touch besides the state. */
export type StepContext = EventEmitters & TurnBudget & StepListener & StepParts

type StepParts = {
  flow: CompiledFlow
  services: EngineServices
  takeResult: TakeResult
  /** For what a tool does inside of itself. */
  insideOf: (call: Pick<InnerEvents, 'scope' | 'key' | 'left' | 'answers'>) => InnerEvents
  /** Sources of tools that could not be asked in this run: they are not asked again in it, since each may take its time to fail. */
  sourcesDown: Set<string>
  /** Tells the run a warning once, however many steps notice it. */
  warnOnce: (warning: NewWarningEvent) => void
  threadId: string
  /** When the turn, or its thread, has used up its seconds, in ms since 1970. */
  deadline: number
  pauses: PauseSource
  /** This step at this place of the thread: the same when it runs again, and no other step's. */
  task: string
  /** The branch that this step is part of, where chats or questions run side by side; else null. */
  branch: string | null
  /**
   * Asks a person, one question or several at once. The run ends; when an answer is there, the step runs again from its beginning and this gives
   * what was answered, by question; one answer is enough. Nothing before it may cost anything.
   */
  ask: <K extends QuestionKind>(asked: readonly NodeQuestion<K>[]) => ReadonlyMap<string, AnswerOf<K>>
  /**
   * Runs a part of a step whose result is stored the moment it is there: when the step runs again after a crash, what was finished is not run
   * again. A step must ask for its parts in the same order every time, before it waits for anything; a part that throws ends the run.
   */
  durable: <Result extends Json>(name: string, work: () => Promise<Result>) => Promise<Result>
}

declare const isStep: unique symbol

/** One super-step: reads the state, returns what changes. Only `step` and `aroundStep` make one (`engine/contract/step.ts`). */
export type Step = ((state: BatonState, context: StepContext) => Promise<BatonUpdate>) & { readonly [isStep]: true }

/** System texts round the history: before it, and after it. */
export type SystemTexts = { before: string[]; after: string[] }

/**
 * How the baton arrives: on top of who had it (`session`: with a history of its own; `worker`: in the same one; `nested`: with chats that only
 * it hears), or in its place. `guest`: in its place too, but brought in over a `delegate` edge it keeps the conversation, as a dialog does.
 */
export type Arrival = 'session' | 'worker' | 'nested' | 'replace' | 'guest'

/** What a participant has a conversation with: a model that hears the history and is offered tools, in the steps `think` and `act`. */
export type Speaker = {
  maxToolRounds: number
  /** How it uses its tool pools; absent: `matching`. */
  toolUse?: ToolUse
  /** What its replies are, where they are no words; absent: words. */
  output?: Output
  /** Swarm agents do not see hand-off calls. */
  hidesTransit: boolean
  /** Whether it checks, before each reply of a dialog or guest that it brought in over an edge, if the user wants something else. */
  checksSwitch: (edge: string | null) => boolean
  texts: (draft: Draft, flow: CompiledFlow) => SystemTexts
  /** Code that gives its instruction; null: none. */
  promptCode: CodeValue | null
  /** A move that needs no model call (context hand-offs). True: the baton moved. */
  moveFirst?: (draft: Draft, context: StepContext) => boolean
}

/** Whom a participant calls to work for it, and how it goes on when one is done. */
export type Host = {
  /** A worker that it called is done: go on, or end the turn. */
  workerDone: (draft: Draft, context: StepContext, worker: string) => void
} & (
  | {
      /** Worker after worker along its drawn places, so many in a turn at most (DefaultWorker 13). */
      leads: 'places'
      limit: number
      /** JSON schema of the slots that its workers fill and use. */
      slots: JsonObject
      /** Steps that come first with each message, also with one that a worker of its own waits for. */
      hears: (draft: Draft) => string[]
    }
  /** The one worker that it picks. As a worker itself it takes only the first place of a turn (DefaultWorker 13). */
  | { leads: 'pick' }
  /** A queue of chats. */
  | { leads: 'chats' }
)

/** What a participant of a swarm has after its reply beside what is drawn. */
export type AfterWork = {
  /** Its work is done, as an observer says: the baton goes on as drawn, and it does not speak again. */
  finish: (draft: Draft, context: StepContext) => void
  /** What an after-work option means for it, where a tool or code asks for one. */
  takeOption: (draft: Draft, context: StepContext, option: AfterWorkOption) => void
}

/** A node that can hold the baton: how it takes it and passes it on, and one facet for each thing that it does beside. It has no part in one that it lacks. */
export type Participant = {
  id: string
  node: FlowNode
  arrival: Arrival
  /** Steps to run when the baton arrives in the middle of a turn. */
  enter: (draft: Draft, flow: CompiledFlow) => string[]
  /** Steps to run when a new turn begins while it holds the baton; absent: as when the baton arrives. */
  begin?: (draft: Draft, flow: CompiledFlow) => string[]
  /** The reply is complete: end the turn or pass the baton on. */
  settle: (draft: Draft, context: StepContext) => void
  /** What it asks models with; absent: what the flow is set to. */
  settings?: ModelSettings
  /** What models are told when the flow speaks first with it; absent: nothing. */
  opening?: string
  /** As a worker of a task graph: what it says goes to the next worker where one follows; absent: to the user, so that the turn ends with it (DefaultWorker 12). */
  handsOn?: boolean
  speaks?: Speaker
  hosts?: Host
  afterWork?: AfterWork
}

/** A participant as its kind says it. */
export type ParticipantParts = Omit<Participant, 'id' | 'node'>

/** A participant that has a conversation. */
export type SpeakingParticipant = Participant & { settings: ModelSettings; speaks: Speaker }

/** Something that a tool gave which is no text. */
export type Media = { mimeType: string; base64: string; name?: string }

/**
 * What a tool call gave. `variables`: changes to the flow's variables. `handOff`: the name of the node that is to have the
 * baton next. `media`: what its text leaves out. `spent`: model calls that the tool made itself; they count to the turn. A tool changes
 * nothing itself: what a call came to is stored, and that is all that is known of it after a crash.
 */
export type ToolOutcome = {
  text: string
  isError: boolean
  variables?: JsonObject
  handOff?: string
  /** Tools of the one who called, by the names that models see: switched on or off for the rest of the thread. */
  switches?: ToolSwitches
  media?: readonly Media[]
  spent?: CallUsage
  /** Names of tools that are on offer from now on, for the rest of the turn. */
  loads?: readonly string[]
  /** What it asks people: it is not over, and is called again with their answers. */
  asks?: readonly NodeQuestion[]
  /** Beside `asks`: what it wants to have back when it is called again. */
  bookmark?: string
}

export type ToolCallContext = {
  /** What the node itself calls it, where it holds many. */
  tool: string
  signal: AbortSignal
  services: EngineServices
  variables: JsonObject
  /** For a tool that is a conversation of its own, or that asks people. */
  inside: InnerEvents
  /** What it wanted to have back when it asked people; absent: it is called for the first time. */
  bookmark?: string | undefined
  /** Says how far the call is, as often as it likes. */
  onProgress: (progress: ToolProgress) => void
  /** For code: who calls it, what was said, and what it is set to. */
  around: () => CodeAround
  /** Hears each line that code writes to its console. */
  onOutput: (line: string) => void
}

/** A node that can be called as a tool; `args` are a JSON object already. Throws AppError or Error for a failure. */
export type ToolRunner = (args: JsonObject, context: ToolCallContext) => Promise<ToolOutcome>

/** A node that holds many tools, which are known only when it is asked. */
export type ToolSource = {
  /** What it offers right now; cheap when nothing changed. Throws AppError when it cannot be asked. */
  list: (context: { signal: AbortSignal; services: EngineServices }) => Promise<readonly ListedTool[]>
  /** What it can tell of that without starting or contacting anything; null: it has to be asked. Absent: it never can. */
  known?: (context: { signal: AbortSignal; services: EngineServices }) => Promise<readonly ListedTool[] | null>
  run: ToolRunner
  /** What it has that a person can attach to a message; absent: no such thing. */
  resources?: SourceResources
}

/** Something that a source says it has; `size` in bytes, where it says that too. */
export type ListedResource = {
  uri: string
  name: string
  title: string
  description: string
  mimeType: string
  size: number | null
}

/** Both throw AppError when the source cannot be asked, or does not have it. */
export type SourceResources = {
  list: (context: { signal: AbortSignal; services: EngineServices }) => Promise<readonly ListedResource[]>
  /** Its contents in order: texts, and media. */
  read: (
    uri: string,
    context: { signal: AbortSignal; services: EngineServices },
  ) => Promise<readonly ({ text: string } | Media)[]>
}

/** A node as its kind's run time gets it: `data` as the kind's schema reads it, once for each compile. */
export type OwnNode<Data> = { readonly id: string; readonly node: FlowNode; readonly data: Data }

/** What one node is at run time. */
export type NodeRuntime = {
  participant?: Participant
  tool?: ToolRunner
  source?: ToolSource
  /** Its graph nodes, by name. */
  steps: { readonly [name: string]: Step }
  /** Stacks of it that may run beside each other, each a graph node of its own: the chats of a nested chat, questions to others, items of a list. */
  branches: readonly string[]
}

/** What a kind means at run time: made by `defineRuntime` alone. */
export type KindRuntime = {
  kind: string
  /** New conversations begin where its `out` edge leads. */
  isEntry: boolean
  /** As a tool or by itself it may change variables: no two of them run side by side, so that each sees what the one before has changed (swarm 10). */
  setsVariables: boolean
  /** Whether a node of it may hold many tools. */
  isSource: boolean
  at: (id: string, flow: FlowFacts) => NodeRuntime
}

/** A flow that is frozen for running. */
export type FlowFacts = {
  graph: FlowGraph
  settings: Settings
  language: Language
  nameOf: (id: string) => string
  offersOf: (id: string) => readonly Offer[]
  /** The tool pools that a participant is joined to; what they offer is chosen turn by turn. */
  poolsOf: (id: string) => readonly UsedPool[]
  /** A node's model settings: its own fields laid over the flow's. */
  modelOf: (own: NodeModel) => ModelSettings
}

/** A flow with every node's runtime half. */
export type CompiledFlow = FlowFacts & {
  /** The start, the drawn edge that leaves it, and where that leads. */
  entry: { start: string | null; node: string | null; edge: string | null }
  participants: ReadonlyMap<string, Participant>
  tools: ReadonlyMap<string, ToolRunner>
  sources: ReadonlyMap<string, ToolSource>
  /** Tools and steps that may change variables, and everybody who uses one, over a pool or not. */
  setters: ReadonlySet<string>
  /** The sandbox of a piece of code. */
  codeOf: (code: CodeValue) => RunCode
  /** Tools whose calls wait for each other, in one reply and in one plan; calls of others run at once. */
  ordered: ReadonlySet<string>
  /** For which calls a person is asked, and whose results they look at before a model does. */
  approvals: NeededApprovals
  holds: NeededApprovals
  /** A hash of the flow as it runs. */
  print: () => string
  /** What is drawn, where tools of it are off as the flow stands now; absent: none is. */
  drawn?: FlowFacts
}

/** The participant of an id. Throws when the node cannot hold the baton, which `check` rules out before a run. */
export function participantOf(flow: CompiledFlow, id: string): Participant {
  const participant = flow.participants.get(id)
  if (participant === undefined) throw new Error(`the node ${id} cannot hold the baton`)
  return participant
}

/** A participant that has a conversation. Throws for any other: only these have steps in which a model is asked for a reply. */
export function speakingAt(flow: CompiledFlow, id: string): SpeakingParticipant {
  const participant = participantOf(flow, id)
  const { settings, speaks } = participant
  if (settings === undefined || speaks === undefined) throw new Error(`the node ${id} has no conversation`)
  return { ...participant, settings, speaks }
}

/** What a node asks models with. */
export function settingsOf(flow: CompiledFlow, id: string): ModelSettings {
  return flow.participants.get(id)?.settings ?? flow.modelOf(null)
}

/** The steps of a participant that holds the baton when a new turn begins. */
export function stepsToBegin({ begin, enter }: Participant, draft: Draft, flow: CompiledFlow): string[] {
  return begin === undefined ? enter(draft, flow) : begin(draft, flow)
}

export { stepName } from '../state/step-names'
