/** Everything that the interface can ask of the core: the one contract of Baton's link. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'
import { threadModelSchema } from '../flow/thread-model'
import { CONSENT_TYPES } from '../kinds/kind'
import { SECRET_NAME } from '../flow/secret-names'
import { MOST_ATTACHMENTS } from '../run/log/attachments'
import { knownFiguresSchema } from '../providers/model-figures'
import { trialSchema } from '../providers/trial'
import { runEventSchema } from '../run/log/events'
import { repeatedCallSchema } from '../run/log/repeats'
import { outboundMethods } from './outbound'
import { LONGEST_MESSAGE, queueMethods } from './queue'
import { requestRecordSchema } from '../run/log/requests'
import { answerSchema } from '../run/log/questions'
import { readersInputSchema, requestPlaceSchema, readersOutputSchema } from './readers'
import { apiImportInputSchema, apiImportSchema } from './api-import'
import { askedAttachmentSchema, resourcesOfInputSchema, resourcesSchema } from './attachments'
import { breakpointMethods } from './breakpoints'
import { callRuleMethods } from './call-rules'
import { timelineMethods } from './timeline'
import { connectionInputSchema, connectionSchema, modelListSchema } from './connection'
import { defineContract, method, stream } from './define'
import { flowTestMethods } from './flow-tests'
import { flowSketchSchema } from './sketch'
import { flowSummarySchema } from './flow-summary'
import { infoSchema, libraryChangeSchema, preferencesSchema } from './app-schemas'
import { replayMethods } from './replays'
import { decisionsSchema, planRerunSchema, repeatsInputSchema } from './repeats'
import { changesSchema, forkMethods } from './fork-methods'
import { keptMethods } from './kept-methods'
import { pinMethods } from './pinned-steps'
import { threadSummarySchema } from './thread-summary'
import { toolTrialMethods } from './tool-trials'
import {
  indexProgressSchema,
  sourceStateSchema,
  toolSearchInputSchema,
  toolSearchSchema,
  toolsOfInputSchema,
  viewedToolSchema,
} from './tools'
import { undoChangeSchema, undoHistorySchema } from './undo'
import { upkeepMethods } from './upkeep'

const id = z.string().min(1).max(128)
const name = z.string().trim().min(1).max(200)
/** 20 MB of bytes as base64, and a little. */
const MAX_DOCUMENT_BASE64 = 27_000_000
/** Values of variables by name. */
const values = z.record(z.string().max(64), z.json())
const none = z.object({})
const done = z.object({})

/** A flow in the bin: brought back by `flows.restore`, gone for good after `keptUntil`. Times are ISO 8601. */
const binnedFlowSchema = flowSummarySchema.pick({ id: true, name: true, description: true, nodes: true }).extend({
  deletedAt: z.string(),
  keptUntil: z.string(),
})
export type BinnedFlow = z.infer<typeof binnedFlowSchema>

/** A stored flow: the canonical file text and the revision that it is. */
const storedFlowSchema = z.object({ id: z.string(), revision: z.number().int(), text: z.string() })
export type StoredFlow = z.infer<typeof storedFlowSchema>

/** A flow that came in from a file, with what is worth knowing about it: placeholders, an older version. */
const importedFlowSchema = storedFlowSchema.extend({ warnings: z.array(z.string()) })
export type ImportedFlow = z.infer<typeof importedFlowSchema>

/** A version that a person (or Baton, before a risky step) kept. */
const flowVersionSchema = z.object({
  id: z.string(),
  revision: z.number().int(),
  label: z.string(),
  createdAt: z.string(),
  /** `auto`: kept by Baton every now and then; `manual`: kept by the person. */
  origin: z.enum(['auto', 'manual']),
})
export type FlowVersion = z.infer<typeof flowVersionSchema>

const exampleSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** For work that people have; else it shows one idea. */
  isTemplate: z.boolean(),
  sketch: flowSketchSchema,
  /** What to say to it, from its settings. */
  starters: z.array(z.string()),
})
export type Example = z.infer<typeof exampleSchema>

export { threadSummarySchema, type ThreadSummary } from './thread-summary'

/** The name of a secret, as flows say it. */
const secretNameSchema = z.string().regex(SECRET_NAME)

/** Something that a flow would use outside of Baton. `hash` stands for all that the consent is bound to, `content`. */
const consentItemSchema = z.object({
  type: z.enum(CONSENT_TYPES),
  value: z.string(),
  content: z.string(),
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
  hash: z.string(),
  /** As `--allow` takes it. */
  key: z.string(),
  allowed: z.boolean(),
  /** For a person to connect or try a tool that nobody uses; no run goes by it. Told where it was allowed, or refused last. */
  byHand: z.boolean(),
  /** Of a command: what it starts, and where that is on this machine; null: it is nowhere. */
  program: z.object({ name: z.string(), file: z.string().nullable() }).exactOptional(),
})
export type ConsentView = z.infer<typeof consentItemSchema>

export {
  infoSchema,
  libraryChangeSchema,
  preferencesSchema,
  type Info,
  type LibraryChange,
  type Preferences,
} from './app-schemas'

export const contract = defineContract({
  'app.info': method({ input: none, output: infoSchema }),
  /** Library changes from now on; ids are counters, a resumed listener gets what it missed or `what: flow, id: null` to read all again. */
  'app.changes': stream({ input: none, item: libraryChangeSchema }),

  'flows.list': method({ input: none, output: z.array(flowSummarySchema) }),
  'flows.read': method({ input: z.object({ id }), output: storedFlowSchema }),
  'flows.create': method({ input: z.object({ name }), output: storedFlowSchema }),
  'flows.examples': method({ input: none, output: z.array(exampleSchema) }),
  'flows.createFromExample': method({ input: z.object({ example: id }), output: storedFlowSchema }),
  /** Any JSON text; a taken flow id gets a new one. Fails with the codes of `openFlow`. */
  'flows.import': method({
    input: z.object({ text: z.string(), fileName: z.string().nullable().default(null) }),
    output: importedFlowSchema,
  }),
  /** Saves the whole canonical text on top of `baseRevision`; `conflict` when somebody saved in between. */
  'flows.save': method({
    input: z.object({ id, baseRevision: z.number().int(), text: z.string(), undo: undoChangeSchema.optional() }),
    /** `undo`: what the history is known by now; null: none is kept, so all of it is to be sent with the next save. */
    output: z.object({ revision: z.number().int(), changedAt: z.string(), undo: z.number().int().nullable() }),
  }),
  /** The steps that can be undone and redone, as they were kept with the last save. */
  'flows.undoHistory': method({ input: z.object({ id }), output: undoHistorySchema }),
  'flows.rename': method({ input: z.object({ id, name }), output: storedFlowSchema }),
  /** Keeps a flow at the top of the list, or no longer; no change of the flow. */
  'flows.pin': method({ input: z.object({ id, isPinned: z.boolean() }), output: done }),
  'flows.duplicate': method({ input: z.object({ id }), output: storedFlowSchema }),
  /** Into the bin: gone from the list, brought back by `flows.restore`. */
  'flows.remove': method({ input: z.object({ id }), output: done }),
  'flows.restore': method({ input: z.object({ id }), output: storedFlowSchema }),
  /** What is in the bin, the newest first. */
  'flows.bin': method({ input: none, output: z.array(binnedFlowSchema) }),
  /**
   * Deletes a flow in the bin with its versions, threads and permissions. `bad-input` for one that is not in the bin, `run-active` while
   * a turn of it runs.
   */
  'flows.removeForGood': method({ input: z.object({ id }), output: done }),
  'flows.versions': method({ input: z.object({ id }), output: z.array(flowVersionSchema) }),
  'flows.keepVersion': method({
    input: z.object({ id, label: z.string().trim().max(200) }),
    output: flowVersionSchema,
  }),
  'flows.readVersion': method({ input: z.object({ id, version: id }), output: storedFlowSchema }),

  ...keptMethods,
  ...pinMethods,
  ...replayMethods,
  ...forkMethods,
  ...callRuleMethods,
  ...queueMethods,
  ...breakpointMethods,
  ...flowTestMethods,
  ...outboundMethods,
  ...upkeepMethods,
  'threads.list': method({ input: z.object({ flowId: id }), output: z.array(threadSummarySchema) }),
  'threads.rename': method({ input: z.object({ threadId: id, title: name }), output: done }),
  'threads.remove': method({ input: z.object({ threadId: id }), output: done }),
  /** Chooses the model of a thread; it counts from its next run on. Null: as the flow says. */
  'threads.setModel': method({
    input: z.object({ threadId: id, model: threadModelSchema.nullable() }),
    output: done,
  }),
  /** Every event of the thread, run by run, then live ones as they come; never ends by itself. */
  'threads.follow': stream({ input: z.object({ threadId: id }), item: runEventSchema }),
  /**
   * Sets variables between two turns; they count from the next one on, and `threads.follow` tells them at once. `reset`: names
   * that go back to the flow's defaults (null where there is none). `run-active` while a turn runs or was closed in the middle; `bad-input` for a name that the
   * flow does not declare and the thread does not have, and for a value that is not of the declared type.
   */
  'threads.setVariables': method({
    input: z.object({
      threadId: id,
      changes: values.default({}),
      reset: z.array(z.string().max(64)).default([]),
    }),
    output: done,
  }),
  /** Makes what models are told of a thread anew from what is shown of it, after `thread-mismatch`. */
  'threads.rebuild': method({ input: z.object({ threadId: id }), output: done }),
  ...timelineMethods,

  /**
   * Starts a turn of the flow as it is saved. No thread: a new one. `text` null: the flow speaks first, unless something is attached.
   * `variables`: values that count from this turn on. `attachments` are read before the turn begins; `bad-input` and `tool-failed`, in
   * words for the person, where one of them cannot be.
   */
  'runs.start': method({
    input: z.object({
      flowId: id,
      threadId: id.nullable().default(null),
      text: z.string().max(LONGEST_MESSAGE).nullable(),
      attachments: z.array(askedAttachmentSchema).max(MOST_ATTACHMENTS).default([]),
      variables: values.default({}),
      /** The agent that the person picks to answer, where the swarm's pattern is `manual`. */
      to: id.nullable().default(null),
      /** The model of a new thread; of one that there is already, see `threads.setModel`. */
      model: threadModelSchema.nullable().optional(),
      /** A new thread talks to this one node alone; see `onlyNode`. */
      only: id.nullable().optional(),
    }),
    output: z.object({ runId: z.string(), threadId: z.string() }),
  }),
  /**
   * Begins a turn again in a thread of its own, which has the turns before it, with another message or, where `text` is absent, the same one,
   * and the flow as it is saved now. Throws as `runs.start` and `threads.fork` do, and then nothing was made.
   */
  'runs.again': method({
    input: z.object({
      threadId: id,
      turn: z.number().int().min(1),
      text: z.string().max(1_000_000).optional(),
      decisions: decisionsSchema,
      changes: changesSchema,
    }),
    output: z.object({ runId: z.string(), threadId: z.string() }),
  }),
  /**
   * The calls of tools that would be made again: where a turn begins again, where a failed one is tried again, or where a plan runs again with
   * changes. What is not decided on is done as usual (`usualChoice`): what only reads is called again, of all else the recorded result is taken.
   */
  'runs.repeats': method({
    input: repeatsInputSchema,
    output: z.object({ calls: z.array(repeatedCallSchema) }),
  }),
  'runs.stop': method({ input: z.object({ runId: id }), output: done }),
  /** Ends the waits for busy model servers in a thread, each of which is asked again at once. */
  'runs.tryNow': method({ input: z.object({ threadId: id }), output: done }),
  /**
   * Goes on with a turn that Baton was closed in the middle of, at its first unfinished step; after a failure this is "retry", with the
   * flow as it is saved now.
   */
  'runs.resume': method({
    input: z.object({ threadId: id, decisions: decisionsSchema }),
    output: z.object({ runId: z.string(), threadId: z.string() }),
  }),

  /** Goes on with a turn that waits for a person. `nothing-to-resume` when that question does not wait any more. */
  'runs.answer': method({
    input: z.object({ threadId: id, questionId: z.string(), answer: answerSchema }),
    output: z.object({ runId: z.string(), threadId: z.string() }),
  }),

  /**
   * Runs a plan of an earlier turn again with changes, in a new thread that has the turns before it: only the changed steps,
   * whoever needs them, and the solver. `bad-input` for changes that cannot be made, `not-found` where the plan did not run
   * to its end or its steps are not kept any more.
   */
  'plans.rerun': method({
    input: planRerunSchema,
    output: z.object({ runId: z.string(), threadId: z.string() }),
  }),

  /** What a model was asked in a call, named by its `span` in the events, in the order of its tries; none where an older Baton made it. */
  'requests.ofCall': method({
    input: z.object({ span: z.string().max(200) }),
    output: z.object({ requests: z.array(requestRecordSchema) }),
  }),
  /** The body of one request as it was sent, with the bytes of its pictures. `not-found` where nothing is kept of it. */
  'requests.sent': method({ input: requestPlaceSchema, output: z.object({ body: z.string() }) }),
  'requests.readers': method({ input: readersInputSchema, output: readersOutputSchema }),
  /**
   * A piece of what a tool gave, whole in the store: of a text from `offset` in characters (`text`), of anything else in bytes (`base64`).
   * `length`: all of it in that unit; `size`: in bytes. `not-found` where the thread has no such result.
   */
  'results.read': method({
    input: z.object({
      threadId: id,
      id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(4_000_000).default(1_000_000),
    }),
    output: z.object({
      mimeType: z.string(),
      size: z.number().int(),
      length: z.number().int(),
      text: z.string().nullable(),
      base64: z.string().nullable(),
    }),
  }),

  /**
   * The tools of a pool, of a source of many, or of a participant with its pools, in the flow as it is saved; and the sources of many among
   * them. Without `connect` nothing is started or contacted; with it `consent-needed` where something of these sources was not allowed.
   */
  'tools.list': method({
    input: toolsOfInputSchema,
    output: z.object({ tools: z.array(viewedToolSchema), sources: z.array(sourceStateSchema) }),
  }),
  /** What a query finds in a pool, as a run would; sources that were not asked are left out. */
  'tools.search': method({ input: toolSearchInputSchema, output: toolSearchSchema }),
  /**
   * Gets the vectors that a pool's tools lack from the flow's embedding model, told as it goes on, and ends. Stopped half-way, it goes on there
   * the next time; a model that fails is no error here: searches say so.
   */
  'tools.index': stream({ input: toolsOfInputSchema, item: indexProgressSchema }),
  ...toolTrialMethods,
  /** The first mistake of each piece of code, which is only read; null: none. */
  'tools.checkCode': method({
    input: z.object({ codes: z.array(z.string().max(200_000)).max(100) }),
    output: z.object({ faults: z.array(z.object({ line: z.number().int(), message: z.string() }).nullable()) }),
  }),
  /** What the servers of the flow as it is saved have that can be attached to a message; `connect` as for `tools.list`. */
  'tools.resources': method({ input: resourcesOfInputSchema, output: resourcesSchema }),

  'connections.list': method({ input: none, output: z.array(connectionSchema) }),
  'connections.save': method({ input: connectionInputSchema, output: connectionSchema }),
  'connections.remove': method({ input: z.object({ name: id }), output: done }),
  /** The models that a server lists, of a connection as given, or the stored one where fields are absent. */
  'connections.models': method({ input: connectionInputSchema, output: modelListSchema }),
  /** Tries one, as for its models: how the test stands, each time that something of it is known. Leaving the stream stops it. */
  'connections.test': stream({ input: connectionInputSchema, item: trialSchema }),
  /** What is known of a model and its server without asking anybody. `adaptations`: what Baton does for it, as parts of a sentence. */
  'connections.about': method({
    input: z.object({ name: z.string().max(64), baseUrl: z.string().max(2000), model: z.string().max(200) }),
    output: z.object({
      figures: knownFiguresSchema,
      adaptations: z.array(messageSchema),
      /** Why the person's own table of models is left out; null where it is not. */
      fault: z.string().nullable(),
    }),
  }),
  /** Which servers of presets answer on this computer, at their usual ports. Asks nobody else. */
  'connections.runningHere': method({
    input: none,
    output: z.array(z.object({ preset: z.string(), models: z.number().int() })),
  }),

  /** The names of the stored secrets; their values never leave the core. */
  'secrets.list': method({ input: none, output: z.array(z.object({ name: secretNameSchema })) }),
  /** Stores a secret in the place of the one of that name. */
  'secrets.save': method({
    input: z.object({ name: secretNameSchema, value: z.string().min(1).max(16_000) }),
    output: done,
  }),
  'secrets.remove': method({ input: z.object({ name: secretNameSchema }), output: done }),

  /**
   * What a flow as it is saved would use outside of Baton, and what of it the person allowed. `refused`: with what a run of it was refused last, also
   * where only the drawing of its thread would use that.
   */
  'consents.read': method({
    input: z.object({ flowId: id, refused: z.boolean().default(false) }),
    output: z.array(consentItemSchema),
  }),
  /** Allows items of the flow as it is saved, or what a run of it was refused last. `not-found` for a hash that none of them has: it changed meanwhile. */
  'consents.allow': method({ input: z.object({ flowId: id, hashes: z.array(z.string()).max(1000) }), output: done }),
  'consents.revoke': method({ input: z.object({ flowId: id, hashes: z.array(z.string()).max(1000) }), output: done }),

  /** A picture that an answer names by its address, from its host; the person allowed it. Says in words what it does not take. */
  'pictures.read': method({
    input: z.object({ address: z.string().max(8000) }),
    output: z.object({ mimeType: z.string(), width: z.number(), height: z.number(), base64: z.string() }),
  }),
  /** The plain text of a document: a PDF, or text that is not UTF-8. Fails with `bad-input`, in words for the person. */
  'documents.toText': method({
    input: z.object({ name, base64: z.string().max(MAX_DOCUMENT_BASE64) }),
    output: z.object({ text: z.string() }),
  }),
  /**
   * An OpenAPI document as it is to stand in a flow: of a text, or got from an address on the person's click. `include`: with these
   * operations only. Fails with `bad-input` and `tool-failed`, in words for the person.
   */
  'documents.readApi': method({
    input: apiImportInputSchema,
    output: apiImportSchema,
  }),

  'preferences.read': method({ input: none, output: preferencesSchema }),
  'preferences.change': method({ input: z.record(z.string(), z.json()), output: preferencesSchema }),
})
export type BatonContract = typeof contract
