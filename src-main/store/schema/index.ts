/** THE list of schema steps of the library database. */
import { library } from './001-library'
import { consents } from './002-consents'
import { attachments } from './003-attachments'
import { threadKeys } from './004-thread-keys'
import { dialect } from './005-dialect'
import { mcpServers } from './006-mcp-servers'
import { lessons } from './007-lessons'
import { fallbacks } from './008-fallbacks'
import { modelFigures } from './009-model-figures'
import { sketches } from './010-sketches'
import { threadModels } from './011-thread-models'
import { modelRequests } from './012-model-requests'
import { onlyNodes } from './013-only-nodes'
import { forks } from './014-forks'
import { undoSteps } from './015-undo-steps'
import { repeatDecisions } from './016-repeat-decisions'
import { said } from './017-said'
import { answers } from './018-answers'
import { retention } from './019-retention'
import { imported } from './020-imported'
import { asking } from './021-asking'
import { callRules } from './022-call-rules'
import { forkPlaces } from './023-fork-places'
import { queuedMessages } from './024-queued-messages'
import { breakpoints } from './025-breakpoints'
import { decisions } from './026-decisions'
import { forkChanges } from './027-fork-changes'
import { replays } from './028-replays'
import { restoredFlows } from './029-restored-flows'
import { runToPlaces } from './030-run-to'
import { replayCounts } from './031-replay-counts'
import { outbound } from './032-outbound'
import { runToThreads } from './033-run-to-threads'
import { pinnedSteps } from './034-pinned-steps'
import { flowTests } from './035-flow-tests'
import { pinnedFlows } from './036-pinned-flows'
import { inOrder } from './step'

export const SCHEMA_STEPS = inOrder([
  library,
  consents,
  attachments,
  threadKeys,
  dialect,
  mcpServers,
  lessons,
  fallbacks,
  modelFigures,
  sketches,
  threadModels,
  modelRequests,
  onlyNodes,
  forks,
  undoSteps,
  repeatDecisions,
  said,
  answers,
  retention,
  imported,
  asking,
  callRules,
  forkPlaces,
  queuedMessages,
  breakpoints,
  decisions,
  forkChanges,
  replays,
  restoredFlows,
  runToPlaces,
  replayCounts,
  outbound,
  runToThreads,
  pinnedSteps,
  flowTests,
  pinnedFlows,
])
