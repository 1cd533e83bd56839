/** The core: the only place where services meet. Hosts and the command line talk to what this returns. */
import path from 'node:path'
import { secretPlace } from '../src-shared/kinds/needs'
import type { BatonContract, Info } from '../src-shared/rpc/contract'
import type { Handlers } from '../src-shared/rpc/define'
import { systemClock, type Clock } from './clock'
import type { ConnectionTrials } from './connections/connection-trials'
import { addressesOf, headerValues, type Connections } from './connections/connections'
import { createKeyring, type Keyring } from './connections/keyring'
import { createLessons } from './connections/lessons'
import { createConsents } from './consent/consents'
import { commandLineGate, libraryGate, type ConsentGate } from './consent/gate'
import { itemsOfText, readingByHand, readingItems, withHosts, type AddressOf, type KeyedItem } from './consent/keys'
import { createRefusals, type Refusals } from './consent/refusals'
import { createCrashReports, type CrashReports } from './crashes/crash-reports'
import { BatonSaver, checkpointsInMemory } from './engine/checkpoints'
import { createToolTrials, type ToolTrialOptions, type ToolTrials } from './tool-trials/tool-trials'
import { createTrialResults, withTrials } from './tool-trials/trial-results'
import { createPoolView, type PoolView } from './tool-views/pool-view'
import { createResourceView } from './tool-views/resource-view'
import { loadExamples } from './flows/examples'
import { pinned, type FlowSource } from './flows/freeze'
import { flowSource } from './flows/flows-beside'
import { createLargeFlows } from './flows/large-flows'
import { createLibrary, type Library } from './flows/library'
import { savedFlow } from './flows/saved-flow'
import { inSlices } from './in-slices'
import { flowForgetter, flowRemover } from './keeping/flow-removal'
import { createRetention, type Retention } from './keeping/retention'
import { createThreadKeeper, type KeeperParts, type ThreadKeeper } from './keeping/thread-keeper'
import { createModelFactory } from './models/factory'
import type { ModelOverrides } from './models/overrides'
import { releasesAddress } from './platform/app-root'
import type { Platform } from './platform/platform'
import { createPrograms } from './platform/programs'
import { createReader } from './reading/reader'
import { createReplayServices, type ReplayServices } from './replay/decision-replay'
import { appHandlers } from './rpc/app'
import { breakpointHandlers } from './rpc/breakpoints'
import { callRuleHandlers } from './rpc/call-rules'
import { connectionHandlers } from './rpc/connections'
import { consentHandlers } from './rpc/consents'
import { crashHandlers } from './rpc/crashes'
import { documentHandlers } from './rpc/documents'
import { flowTestHandlers } from './rpc/flow-tests'
import { flowHandlers } from './rpc/flows'
import { outboundHandlers } from './rpc/outbound'
import { preferenceHandlers } from './rpc/preferences'
import { requestHandlers } from './rpc/requests'
import { replayHandlers } from './rpc/replays'
import { resultHandlers } from './rpc/results'
import { retentionHandlers } from './rpc/retention'
import { secretHandlers } from './rpc/secrets'
import { updateHandlers } from './rpc/updates'
import { threadHandlers } from './rpc/threads'
import { toolHandlers } from './rpc/tools'
import { createFlowTests, type FlowTestParts, type FlowTests } from './flow-tests/flow-tests'
import { createDeadlines, isInLibrary, type Deadlines } from './run/deadlines'
import { turnHandlers } from './rpc/turns'
import { createEventLog, type EventLog } from './run/execution/event-log'
import { createInnerRuns } from './run/execution/inner-run'
import { createInbox, type Inbox } from './run/inbox'
import { createModelWaits } from './run/model-waits'
import { createRunner, type Runner } from './run/runner'
import type { RunnerOptions } from './run/execution/execution'
import { createAnswers, type Answers } from './store/answers'
import { createBreakpoints, type Breakpoints, type GivenBreakpoints } from './store/breakpoints'
import { createCallRules, type CallRules } from './store/call-rules'
import { createAskingThreads } from './store/asking-threads'
import { createChanges, type Changes } from './store/changes'
import { openLibraryDatabase } from './store/database'
import { createProcessStore } from './store/mcp-processes'
import { processOwner } from './store/owner'
import { createOutboundLedger, type OutboundLedger } from './store/outbound-ledger'
import { createOfferedTools } from './store/offered-tools'
import { createFlowTestStore } from './store/flow-tests'
import { createPreferences, type PreferenceStore } from './store/preferences'
import { createRequestRecords } from './requests/request-records'
import { createRepeatDecisions } from './store/repeat-decisions'
import { createQueuedMessages } from './store/queued-messages'
import { createResults, type Results } from './store/results'
import { createRunDrawings } from './store/run-drawings'
import { createThreadKeys, type ThreadKeys } from './store/thread-keys'
import { createThreads, type Threads } from './store/threads'
import { isOffline } from './tools/net/offline'
import { createMcp } from './tools/mcp/mcp-network'
import { embeddingCachePath, openEmbeddingCache } from './tools/pool/embedding-cache'
import { createOpenPools } from './tools/pool/open-pools'
import { createNewVersions } from './updates/new-versions'
import { engineServices } from './engine-services'

export type CoreOptions = {
  /** Holds both databases; made if it is missing. */
  dataDir: string
  platform: Platform
  clock?: Clock
  /** What the command line lays over every connection and model. */
  models?: ModelOverrides | undefined
  /** What the command line allows flows to use; absent: what the person allowed in the app counts. */
  allow?: readonly string[] | undefined
  /** The environment of the command line, where secrets are that are not stored. */
  env?: NodeJS.ProcessEnv | undefined
  /** The folder whose files a flow may name: documents by their path, other flows by their id. None: neither. */
  documentsDir?: string | undefined
  /** Flows that others name by their id stay as they are when they are first asked for: these are what the command line allows. */
  pinsFlows?: boolean | undefined
  /** Where turns pause; absent: where the library has breakpoints for their flow. */
  breakpoints?: GivenBreakpoints | undefined
  /** Keeps the checkpoints; absent: a file in the data folder. It is closed with the core. */
  saver?: BatonSaver | undefined
  /** Those of the program that the core is in; it tells them what is secret. */
  crashes?: CrashReports | undefined
}

export type Core = {
  handlers: Handlers<BatonContract>
  /** For the command line, which runs flows from files. */
  services: ReplayServices & {
    threads: Threads
    threadKeys: ThreadKeys
    events: EventLog
    runner: Runner
    library: Library
    connections: Connections
    trials: ConnectionTrials
    /** What a flow would use outside of Baton. */
    consentItems: (flowText: string) => readonly KeyedItem[]
    poolView: PoolView
    toolTrials: ToolTrials
    flowTests: FlowTests
    keeping: ThreadKeeper
    retention: Retention
    /** Every question that waits for a person. */
    inbox: Inbox
    callRules: CallRules
    /** Ends questions whose time is over, once it is told to. */
    deadlines: Deadlines
    breakpoints: Breakpoints
    ledger: OutboundLedger
  }
  /** Leaves running turns to be resumed, and closes both databases. */
  close: () => Promise<void>
}

/** Retention looks at a thread every so many turns: it must not cost each turn. */
const THIN_EVERY = 32

/** Opens a data folder. Throws AppError 'storage' when a database cannot be used. */
export async function createCore({ dataDir, platform, clock = systemClock, ...given }: CoreOptions): Promise<Core> {
  const { models, allow, env, documentsDir, pinsFlows, breakpoints } = given
  const db = openLibraryDatabase(dataDir)
  const ledger = createOutboundLedger(db, { clock, isCommandLine: allow !== undefined })
  const saver = given.saver ?? new BatonSaver({ file: path.join(dataDir, 'checkpoints.sqlite') })
  const changes = createChanges()
  const preferences = createPreferences(db, changes)
  const library = createLibrary({ db, clock, changes, examples: loadExamples() })
  const threads = createThreads({ db, clock, owner: processOwner(), changes })
  const requests = createRequestRecords(db)
  const events = createEventLog(db, clock, { changes, requests })
  const keyring = createKeyring({ db, changes, platform, dataDir, env, given: [models?.apiKey, models?.openAiKey] })
  const { connections, facts, secrets, redactor, trials } = keyring
  const servers = { connections, trials }
  const pools = createOpenPools(() => openEmbeddingCache(embeddingCachePath(dataDir)))
  const reader = createReader()
  const largeFlows = createLargeFlows({ library, reader })
  const programs = createPrograms({ isDesktop: platform.host === 'electron' })
  const mcp = createMcp({ version: platform.version, clock, records: createProcessStore(db), locate: programs.locate })
  const consents = createConsents({ db, clock })
  const results = createResults(db)
  const gate = allow === undefined ? libraryGate(consents) : commandLineGate(allow)
  const flowOf = pinsFlows === true ? pinned(flowSource(library, documentsDir)) : flowSource(library, documentsDir)
  const known = { redactor, secret: secrets.get, lessons: createLessons(db), facts }
  const factory = createModelFactory({ connections, overrides: models, ...known })
  const offeredTools = createOfferedTools(db)
  const callRules = createCallRules(db, clock)
  const rules = { breakpoints: createBreakpoints(db, changes, breakpoints), callRules }
  const shared = { callRules, clock, mcp, offeredTools, reader, redactor, results, saver, waits: createModelWaits() }
  const own = { ...shared, connections, documentsDir, factory, models, pools, secrets }
  const services = engineServices({ ...own, isAllowedByName: gate.isNamed, noteRequest: requests.note })
  const named = namedItems(flowOf, addressesOf(connections, models))
  const refusals = createRefusals(gate)
  const running = { callRules, flowOf, permit: permitted(refusals, keyring, named), services, results, gate }
  const stores = { threads, events, answers: createAnswers(db, clock), saver, repeats: createRepeatDecisions(db) }
  const beside = keptThreads({ ...shared, ...stores, db, changes, preferences, keyring, library, requests })
  const { readResults, ...tools } = trialServices({ ...running, ...stores, ...beside, clock, requests, named, keyring })
  const talk = { queued: createQueuedMessages(db, clock, changes), flowNow: savedFlow(library, platform) }
  const parts = { ...rules, ...stores, ...talk, clock, ...running }
  const runner = createRunner({ ...parts, onTurnEnd: tidying(saver, beside.retention) })
  const deadlines = createDeadlines({ ...beside, runner, threads, clock })
  const stored = { ...rules, ledger, deadlines, threads, threadKeys: createThreadKeys(db), library }
  const replaying = createReplayServices(db, { drawings: beside.drawings, requests, results, factory, clock })
  const kept = [...Object.values(rules), consents, offeredTools, replaying.replays, beside.retention, beside.keptTests]
  const forgetFlow = flowForgetter({ kept, events, saver, threads })
  for (const flowId of library.purge()) await forgetFlow(flowId)
  if (platform.host !== 'cli') keepHouse(beside.retention, deadlines)
  return {
    handlers: {
      ...appHandlers({ info: infoOf(platform, dataDir), changes }),
      ...flowHandlers({ library, largeFlows, deleteForGood: flowRemover({ library, threads, forgetFlow }) }),
      ...threadHandlers({ threads, events, saver, library, runner, ...beside }),
      ...retentionHandlers(beside),
      ...callRuleHandlers(rules),
      ...breakpointHandlers(rules),
      ...outboundHandlers({ ledger, preferences }),
      ...crashHandlers({ crashes: crashesOf({ dataDir, platform, keyring }, given.crashes) }),
      ...replayHandlers(replaying),
      ...turnHandlers({ ...shared, library, threads, runner }),
      ...resultHandlers({ results: readResults }),
      ...requestHandlers({ requests, results }),
      ...connectionHandlers(servers),
      ...secretHandlers({ secrets }),
      ...consentHandlers({ library, consents, named, refusals, programs }),
      ...toolHandlers({ library, ...tools }),
      ...documentHandlers({ reader }),
      ...flowTestHandlers({ ...tools, ...beside, threads, library }),
      ...preferenceHandlers({ preferences }),
      ...updateHandlers(newVersionsOf(preferences, platform, clock)),
    },
    services: { ...stored, events, runner, ...servers, consentItems: named.ofText, ...tools, ...beside, ...replaying },
    async close() {
      for (const one of [deadlines, replaying.decisionReplay, runner, beside.retention]) await one.close()
      await largeFlows.settled()
      for (const one of [mcp, factory]) await one.close()
      threads.release()
      for (const one of [ledger, events, pools, saver, db]) one.close()
    },
  }
}

/** What the app does beside turns, as long as it is open. */
function keepHouse(retention: Pick<Retention, 'sweep'>, deadlines: Deadlines): void {
  void retention.sweep().catch(() => undefined)
  deadlines.keep(isInLibrary)
}

type CrashParts = { dataDir: string; platform: Platform; keyring: Keyring }

/** The reports of the program that the core is in, or of its own; they know what is secret from now on. */
function crashesOf({ dataDir, platform, keyring }: CrashParts, given: CrashReports | undefined): CrashReports {
  const crashes = given ?? createCrashReports({ dataDir: () => dataDir, program: platform.host })
  crashes.learn(keyring.known, () => headerValues(keyring.connections))
  return crashes
}

function newVersionsOf(preferences: PreferenceStore, { version }: Platform, { now }: Clock) {
  const isWanted = () => preferences.read().looksForVersions
  return createNewVersions({ address: releasesAddress(), version, isWanted, now })
}

function infoOf({ version, host, can }: Platform, dataDir: string): Info {
  return { version, host, dataDir, isOffline: isOffline(), can }
}

type KeptParts = Omit<KeeperParts, 'drawings' | 'flowFor' | 'now' | 'redactor'> & {
  answers: Answers
  changes: Changes
  clock: Clock
  keyring: Keyring
  library: Library
  preferences: PreferenceStore
}

/** What is done with threads beside turns. */
function keptThreads({ answers, changes, clock, keyring, library, preferences, ...parts }: KeptParts) {
  const drawings = createRunDrawings(parts.db)
  const usualTurns = () => preferences.read().keepStepsOfTurns
  return {
    drawings,
    inbox: createInbox({ asking: createAskingThreads(parts.db), events: parts.events, answers, drawings }),
    keptTests: createFlowTestStore(parts.db, changes),
    retention: createRetention({ ...parts, changes, usualTurns }),
    keeping: createThreadKeeper({
      ...parts,
      drawings,
      now: clock.now,
      redactor: namedRedactor(keyring),
      flowFor({ id, name }, drawing) {
        if (library.list().some((flow) => flow.id === id)) return id
        return library.importText({ text: JSON.stringify({ ...drawing, id, name }) }).id
      },
    }),
  }
}

/** What takes out all that is secret here, the values of these names too. */
function namedRedactor(keyring: Keyring) {
  return (names: readonly string[]) => {
    keyring.expect(names)
    return keyring.redactor()
  }
}

type TestParts = Omit<FlowTestParts, 'itemsOf' | 'redactor'> & {
  named: ReturnType<typeof namedItems>
  keyring: Keyring
}

function testsOf({ named, keyring, ...parts }: TestParts): FlowTests {
  return createFlowTests({ ...parts, itemsOf: named.ofText, redactor: namedRedactor(keyring) })
}

type TrialParts = TestParts & { gate: ConsentGate; results: Results }

/** What looks at tools, tries them without a turn, and plays tests of flows; `readResults`: also those of tools that were tried. */
function trialServices({ gate, results, ...parts }: TrialParts) {
  const { services, flowOf, permit: permitRun } = parts
  const tried = createTrialResults()
  const runFlowWith: ToolTrialOptions['runFlowWith'] = (inner) => createInnerRuns(inner, checkpointsInMemory())
  return {
    poolView: createPoolView({ services, flowOf, gate, permit: permitRun }),
    resourceView: createResourceView({ services, flowOf, gate, permit: permitRun }),
    flowTests: testsOf({ ...parts, results }),
    toolTrials: createToolTrials({ services, flowOf, permit: permitRun, results: tried, runFlowWith }),
    readResults: withTrials(results, tried),
  }
}

/** What is done with what is kept of a thread when a run of it has ended. */
function tidying(saver: BatonSaver, retention: Pick<Retention, 'afterTurn'>): RunnerOptions['onTurnEnd'] {
  return async ({ threadId, turn, isOver }) => {
    if (isOver) await saver.deleteCalls(threadId)
    if (turn % THIN_EVERY === 0) await retention.afterTurn(threadId)
  }
}

/** What flows would use, with the hosts to which connections lead at that moment. */
function namedItems(flowOf: FlowSource, addressOf: AddressOf) {
  const bound = (items: readonly KeyedItem[]) => withHosts(items, addressOf)
  return {
    withHosts: bound,
    ofText: (flowText: string) => bound(itemsOfText(flowText, flowOf)),
    inSlices: async (flowText: string) => bound(await inSlices(readingItems(flowText, flowOf))),
    byHand: async (flowText: string) => bound(await inSlices(readingByHand(flowText, flowOf))),
  }
}

/** The gate before a run; the secrets of what may run are known from then on. */
function permitted(refusals: Refusals, keyring: Keyring, of: ReturnType<typeof namedItems>): RunnerOptions['permit'] {
  return (flowId, named) => {
    const items = of.withHosts(named)
    refusals.permit(flowId, items)
    keyring.expect(items.flatMap((item) => secretPlace(item)?.name ?? []))
  }
}
