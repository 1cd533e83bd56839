/** Which built-in texts there are, and the slots that each prompt knows and must keep. */
import type { ObserverType } from '../answers/observer-answer'

/**
 * Every built-in prompt with its slots. In an observer's prompt `{message}` is the user's latest message and `{reply}`
 * the dialog's latest words: for an observer that runs before the reply, those that the user is answering.
 */
export const PROMPT_SLOTS = {
  supervisor: ['dialogs', 'tools'],
  supervisorReminder: [],
  openingInstruction: [],
  switchCheck: ['description', 'message', 'names'],
  dialog: ['name', 'description'],
  agent: ['name', 'description'],
  observerFinished: ['description', 'message', 'reply', 'history'],
  observerInterest: ['description', 'message', 'reply', 'history'],
  observerCollect: ['description', 'message', 'reply', 'history', 'slots'],
  observerSteer: ['description', 'message', 'reply', 'history'],
  observerGuard: ['description', 'message', 'reply', 'history'],
  observerQuestion: ['description', 'message', 'reply', 'history', 'answers'],
  /** Chooses among the intents of a task graph; `{intents}` is a numbered list. */
  intentCheck: ['description', 'intents', 'formatted_chat', 'message'],
  /** Fills the slots of a task graph; `{known}` is JSON of what they hold. */
  fillSlots: ['description', 'slots', 'known', 'formatted_chat', 'message'],
  /** `{context}` is what an earlier worker of the same turn left. */
  messageWorker: ['value', 'task', 'context', 'formatted_chat'],
  /** `{context}` are numbered excerpts of documents. */
  ragWorker: ['task', 'context', 'formatted_chat'],
  /** Whether a document worker looks anything up at all (DefaultWorker 15). */
  ragNeeded: ['description', 'formatted_chat'],
  /** `{context}` are numbered results of a web search. */
  searchWorker: ['task', 'context', 'formatted_chat'],
  /** Picks a worker (DefaultWorker 3 and 4). */
  defaultWorker: ['workers_info', 'workers_name', 'task', 'formatted_chat', 'message'],
  /** What whoever chooses between workers reads of a default worker. */
  defaultWorkerDescription: [],
  /** What a chat of a nested chat, or what is carried into the first one, comes to (swarm 17, 22). */
  summarise: [],
  /** Chooses who of the swarm speaks next; `{agentlist}` has one agent a line (swarm 6). */
  swarmManager: ['agentlist'],
  /** Writes the answer of a turn in which no worker said anything (DefaultWorker 12). */
  respond: ['description', 'context', 'formatted_chat'],
  /** Asks for a plan (ReWOO). */
  rewooPlanner: ['tool_description'],
  /** One step of the log that the solver reads; `{call}` is the filled-in call. */
  rewooWorker: ['thought', 'call', 'action_resp'],
  /** Answers from the log; `{question}` stands in it twice. */
  rewooSolver: ['question', 'worker_log'],
  /** What a planner is told whose reply was no plan. */
  rewooReformat: ['err_msg'],
  /** A step that a model does. */
  rewooModelStep: ['input'],
  /** Shortens evidence that is too long for a tool; `{limit}` is in characters. */
  rewooCondense: ['question', 'task', 'evidence', 'limit'],
  /** What the planner is told when the solver asked for another plan. */
  rewooReplan: ['worker_log', 'reason'],
  /** Stands under the solver's prompt while it may ask for another plan. */
  rewooReplanOffer: [],
} as const satisfies { readonly [name: string]: readonly string[] }

export type PromptName = keyof typeof PROMPT_SLOTS

/** The slots that a person's own text should keep: their loss is worth a warning. The others may go. */
export const KEPT_SLOTS = {
  supervisor: ['dialogs', 'tools'],
  supervisorReminder: [],
  openingInstruction: [],
  switchCheck: ['description'],
  dialog: [],
  agent: [],
  observerFinished: ['description', 'reply', 'history'],
  observerInterest: ['description', 'reply', 'history'],
  observerCollect: ['description', 'reply', 'history'],
  observerSteer: ['description', 'reply', 'history'],
  observerGuard: ['description', 'reply', 'history'],
  observerQuestion: ['description', 'reply', 'history'],
  intentCheck: ['intents', 'formatted_chat'],
  fillSlots: ['slots', 'formatted_chat'],
  messageWorker: ['value', 'formatted_chat'],
  ragWorker: ['formatted_chat'],
  ragNeeded: ['formatted_chat'],
  searchWorker: ['formatted_chat'],
  defaultWorker: ['workers_info', 'workers_name', 'formatted_chat'],
  defaultWorkerDescription: [],
  summarise: [],
  swarmManager: ['agentlist'],
  respond: ['formatted_chat'],
  rewooPlanner: ['tool_description'],
  rewooWorker: ['thought', 'action_resp'],
  rewooSolver: ['question', 'worker_log'],
  rewooReformat: ['err_msg'],
  rewooModelStep: ['input'],
  rewooCondense: ['evidence', 'limit'],
  rewooReplan: ['worker_log', 'reason'],
  rewooReplanOffer: [],
} as const satisfies { readonly [Name in PromptName]: readonly (typeof PROMPT_SLOTS)[Name][number][] }

/**
 * The slots without which nothing works, so that their loss blocks the run: who picks has no list to pick from, who plans no tools.
 * Any one of them will do.
 */
export const VITAL_SLOTS: { readonly [Name in PromptName]?: readonly (typeof PROMPT_SLOTS)[Name][number][] } = {
  intentCheck: ['intents'],
  swarmManager: ['agentlist'],
  defaultWorker: ['workers_info', 'workers_name'],
  rewooPlanner: ['tool_description'],
}

const OBSERVER_PROMPTS = {
  finished: 'observerFinished',
  interest: 'observerInterest',
  collect: 'observerCollect',
  steer: 'observerSteer',
  guard: 'observerGuard',
  question: 'observerQuestion',
} as const satisfies { readonly [Type in ObserverType]: PromptName }

/** The built-in prompt of an observer type. */
export function observerPromptName(type: ObserverType): PromptName {
  return OBSERVER_PROMPTS[type]
}

/** Short texts that Baton itself puts into a conversation, with the slots that it fills. */
export const TEXT_SLOTS = {
  /** Result of a hand-off or of a tool that started a dialog. */
  /** What an agent says where a rule on variables passes the baton for it. */
  handingOff: ['name'],
  handingOffToChat: [],
  handedOver: ['name'],
  /** Answers to calls of tools and questions that cannot be carried out. */
  toolDisabled: ['name'],
  waitsForAnswer: ['name'],
  couldNotAnswer: ['name', 'error'],
  noAnswer: [],
  /** Mark on the message that made an interrupted dialog give way (DialogSupervisor 14). */
  handedToSupervisor: [],
  /** System message with what a finished dialog found out (DialogSupervisor 15); `result` is JSON. */
  dialogResult: ['code', 'result'],
  /** Result of a hand-off that is not drawn. */
  refusedHandoff: ['name'],
  /** Result of a hand-off that lost to another one of the same reply; `name` is the winner's target. */
  losingHandoff: ['name'],
  /** Results of calls on which a person decided; `notApproved` follows `Error: `. */
  refusedByPerson: [],
  refusedWithReason: ['reason'],
  changedByPerson: ['arguments'],
  notApproved: [],
  /** Results of calls before whose end the turn was stopped, or reached a limit. */
  notBegunEnded: [],
  cutOffEnded: [],
  /** Results of calls before whose end the user said something. */
  notBegunSpoken: [],
  cutOffSpoken: [],
  /** Result of a call to a tool that is not there; the same words in every language. */
  unknownTool: ['name'],
  /** The line that a second try to pick a worker adds to the prompt (DefaultWorker 5). */
  pickRetry: ['answer', 'names'],
  /** Stands under the prompt of a worker while required slots of its task graph are open. */
  slotsMissing: ['names'],
  /** What a search worker says without a working search connection. */
  searchRefused: [],
  /** What a document worker says that has nothing to read. */
  noDocuments: [],
  /** Stands under an answer from documents or from the web; `list` has one source a line. */
  sources: ['list'],
  /** The built-in tool of a plan that is a model; stands in the list of tools. */
  modelStepDescription: [],
  /** What the input of a tool is, in the list that a planner reads. */
  planToolInput: ['input'],
  planToolFields: ['fields'],
  /** How a turn that a person stopped ends. */
  stopped: [],
  /** Where a conversation that a participant began itself has nobody before it. */
  conversationBegins: [],
  /** To a participant that spoke last and is to speak again. */
  yourTurn: [],
  /** Stands for the words of a participant that called tools without a word. */
  silentCalls: ['names'],
  /** What a tool says of a call of its own, where calls are told in words. */
  callInWords: ['json', 'result'],
  /** Where a conversation was cut between a message and what is newest. */
  leftOut: [],
  /** Stands for the part of a conversation that is not shown any more. */
  earlierSummary: ['summary'],
  /** Where a text was cut in its middle. */
  middleLeftOut: [],
  /** With the last reply of a turn in which tools were used too often. */
  toolsClosed: [],
  /** Describes a tool that was called once and is not on offer now. */
  answerBySchema: ['schema'],
  answerByTool: ['tool'],
  answerTool: [],
  answerUnfit: ['faults'],
  /** Why a call has no result, or its arguments or answer are of no use. `Error:` marks a failure in every language. */
  callInterrupted: [],
  outOfTime: [],
  noSuchTool: ['tool', 'tools'],
  notCallable: ['tool'],
  toolFailed: [],
  noResultInTime: ['tool', 'milliseconds'],
  noMoreCalls: [],
  /** Result of a call that was asked for when a budget was used up. */
  budgetUsedUp: [],
  /** Result of a call that a kill cut off, where the turn then ends by its budget. */
  cutOffBudget: [],
  argumentsNoObject: ['tool', 'given'],
  questionMissing: ['name'],
  answerCutOff: [],
  answerNoObject: [],
  flowUnfinished: ['name', 'problem'],
  /** Problems of a flow that is a tool, beside limits and errors. */
  flowAsks: ['name'],
  flowOutOfTime: [],
  saidBefore: ['said'],
  /** Of a thread with one node alone: what is said in the place of another one, and how its stand-ins are called. */
  aloneHere: ['name'],
  inPlaceOf: ['name'],
  endFor: ['name'],
  /** Result of a call whose arguments do not fit the tool's schema; `faults` are the texts below, one after the other. */
  argumentsUnfit: ['tool', 'faults'],
  theArguments: [],
  misfitType: ['path', 'wanted', 'given'],
  misfitMissing: ['path', 'wanted'],
  misfitExtra: ['path', 'known'],
  misfitValue: ['path', 'allowed'],
  misfitChoice: ['path', 'wanted'],
  misfitSeveral: ['path', 'wanted'],
  misfitRule: ['path', 'rule'],
  toolGone: [],
  /** Stands in the place of a picture; `size` as `640x480`. */
  pictureUnread: ['name', 'size'],
  pictureOld: ['name', 'size', 'most'],
  pictureRefused: ['name', 'size'],
  /** Told with each request from 80 % of a budget on; `list` holds the texts below it, which have one of the amounts. */
  budgetNearlyUsed: ['share', 'list'],
  budgetOfTurn: ['amount'],
  budgetOfThread: ['amount'],
  budgetOfNode: ['amount'],
  budgetOfNodeInThread: ['amount'],
  amountOfTokens: ['used', 'most'],
  amountOfSeconds: ['used', 'most'],
  /** Stands before the pictures of a tool's result. */
  picturesOf: ['name'],
  /** Stands for an empty list. */
  none: [],
} as const satisfies { readonly [name: string]: readonly string[] }

export type TextName = keyof typeof TEXT_SLOTS

/** The limits that end a turn; their texts have the slot `{limit}`, those of `NAMED_LIMITS` also `{name}`. */
export const LIMIT_NAMES = [
  'hops',
  'rounds',
  'modelCalls',
  'seconds',
  'tokens',
  'dollars',
  'threadTokens',
  'threadDollars',
  'threadSeconds',
  'nodeTokens',
  'nodeDollars',
  'nodeSeconds',
  'nodeThreadTokens',
  'nodeThreadDollars',
  'nodeThreadSeconds',
  'toolRounds',
  'loop',
] as const
export type LimitName = (typeof LIMIT_NAMES)[number]
/** Limits of somebody. */
export const NAMED_LIMITS: ReadonlySet<LimitName> = new Set([
  'nodeTokens',
  'nodeDollars',
  'nodeSeconds',
  'nodeThreadTokens',
  'nodeThreadDollars',
  'nodeThreadSeconds',
  'toolRounds',
  'loop',
])

/** Everything built in for one language. */
export type BuiltInPrompts = {
  readonly prompts: { readonly [Name in PromptName]: string }
  readonly texts: { readonly [Name in TextName]: string }
  readonly limits: { readonly [Name in LimitName]: string }
}
