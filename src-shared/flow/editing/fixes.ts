/** What mends each problem with one click: a total map over the codes, so that a new one says what mends it, or why nothing does. */
import { message as sentence, type PlainText, type Sentence } from '../../languages/translate'
import { lostSlots, putSlotsBack, slotWords } from '../../agents/prompts/lost-slots'
import type { Problem } from '../../kinds/kind'
import type { ProblemCode } from '../../kinds/problem-codes'
import type { Flow } from '../records'
import * as edit from './fix-edits'

/** The flow with a problem mended; the same flow where that cannot be done. */
export type FixEdit = (flow: Flow, problem: Problem) => Flow

/**
 * `edit`: done at once, as one step. `show`: only the person knows what is wanted, so the place is opened, under these words. `none`: nothing
 * can be offered, for this reason.
 */
export type Fix =
  | { type: 'edit'; words: PlainText | ((flow: Flow, problem: Problem) => Sentence); apply: FixEdit }
  | { type: 'show'; words: PlainText }
  | { type: 'none'; why: string }

const mend = (words: Extract<Fix, { type: 'edit' }>['words'], apply: FixEdit): Fix => ({ type: 'edit', words, apply })
const show = (words: PlainText): Fix => ({ type: 'show', words })
const none = (why: string): Fix => ({ type: 'none', why })

const removeEdge = mend('Remove the edge', edit.removeEdge)
const removeNode = mend('Remove it', edit.removeNode)
const freeName = mend(
  (flow, problem) => sentence('Call it {name}', { name: edit.freeNameOf(flow, problem) }),
  edit.callItFree,
)
const asksPerson =
  'Several ways mend it, and only the person knows which one is meant; a click on the line shows the place.'

export const FIXES: { readonly [C in ProblemCode]: Fix } = {
  'bad-branch-name': show('Give another name'),
  'bad-code': show('Go to the line'),
  'bad-document': show('Import another one'),
  'bad-expression': show('Correct it'),
  'bad-header': show('Correct it'),
  'bad-host': mend('Remove the host', edit.removeBadHosts),
  'bad-model-header': show('Correct it'),
  'bad-parameters': mend('Make it an object', edit.makeParametersObject),
  'bad-pattern': show('Correct it'),
  'bad-schema': show('Correct it'),
  'bad-secret-name': show('Correct it'),
  'bad-slot': show('Give another name'),
  'bad-tool-name': mend(
    (flow, problem) => sentence('Call it {name}', { name: edit.cleanToolName(flow, problem) }),
    edit.cleanTheToolName,
  ),
  'bad-url': show('Correct it'),
  'bad-variable': show('Correct it'),
  'bad-variable-name': show('Give another name'),
  'bad-variable-type': mend('Make the variable JSON', edit.makeVariableJson),
  'base-choice-missing': mend('Choose nobody', edit.clearField),
  'base-choice-not-drawn': mend('Draw the edge', edit.drawBaseChoice),
  'branch-leads-nowhere': show('Show the branch'),
  'dangling-edge': removeEdge,
  'document-is-file': show('Add it from a file'),
  'duplicate-chat-id': mend('Give another id', edit.giveChatId),
  'duplicate-code': mend('Give another code', edit.giveOwnNames),
  'duplicate-edge': removeEdge,
  'duplicate-name': freeName,
  'duplicate-tool': mend('Give another tool name', edit.giveToolName),
  'excluded-later': show('Choose the chats'),
  'flow-elsewhere': none('It is told on the command line alone, where the library is not at hand.'),
  'flow-nesting': show('Choose another flow'),
  'inner-problem': none('It is in another flow, where it has its own fix.'),
  'invalid-data': mend('Use the default', edit.clearField),
  'invalid-settings': mend('Use the default', edit.clearSetting),
  'long-description': show('Shorten it'),
  'lost-slot': mend(
    (_flow, { lost }) => sentence('Put {slots} back', { slots: slotWords(lost?.slots ?? []) }),
    putBack,
  ),
  'many-tools': none('Which tools can be spared is for the person to say.'),
  migrated: none('Saving keeps the new version, and that happens by itself.'),
  'no-base-url': show('Fill in the address'),
  'no-body': show('Connect a step'),
  'no-branches': mend('Begin with a branch', edit.addBranch),
  'no-candidates': show('Connect a candidate'),
  'no-chat-id': mend('Give it an id', edit.giveChatId),
  'no-code': mend('Begin with an example', edit.writeExample),
  'no-command': show('Fill in the command'),
  'no-condition': show('Write the condition'),
  'no-document': show('Import a document'),
  'no-documents': show('Add a document'),
  'no-export': mend('Export run', edit.exportRun),
  'no-fields': show('Name the fields'),
  'no-flow': show('Choose a flow'),
  'no-initial': mend('Begin as drawn', edit.beginAsDrawn),
  'no-intent': show('Say what the user wants'),
  'no-items': show('Choose the list'),
  'no-manager-model': show('Choose a model'),
  'no-message': show('Write the message'),
  'no-name': freeName,
  'no-outcomes': mend('Begin with yes and no', edit.addOutcomes),
  'no-question': show('Write the question'),
  'no-recipients': show('Connect a recipient'),
  'no-search': show('Choose a connection'),
  'no-slots': show('Add a slot'),
  'no-sources': show('Connect a tool'),
  'no-start': mend('Add a start', edit.addStart),
  'no-summary-method': mend('Use the last message', edit.useLastMessage),
  'no-timeout': show('Set a time limit'),
  'no-tools': show('Connect a tool'),
  'no-url': show('Fill in the address'),
  'no-way-out': mend('Let the baton come back', edit.letItComeBack),
  'no-workers': show('Connect a worker'),
  'not-accepted': mend('Take it away', edit.takeAway),
  'not-described': show('Write what it is for'),
  'nothing-set': show('Add a variable'),
  'nothing-to-say': show('Write the message'),
  'odd-schema': show('Go to the place'),
  'option-elsewhere': removeEdge,
  'override-clash': show('Choose another name'),
  'plain-secret': none('Secrets are stored on this computer and not in a flow: pasting the server again offers that.'),
  'pool-in-pool': removeEdge,
  'pool-replies': removeEdge,
  'reserved-model-field': mend('Take it out', edit.removeReserved),
  'results-type': mend('Make the variable JSON', edit.makeVariableJson),
  'same-variable': show('Choose another name'),
  'second-start': removeNode,
  'self-edge': removeEdge,
  'slot-type': none(asksPerson),
  'source-replies': removeEdge,
  'start-leads-nowhere': mend((flow) => sentence('Lead to {name}', { name: edit.firstStepName(flow) }), edit.leadStart),
  'too-many-edges': removeEdge,
  'undeclared-variable': mend((_flow, { variable = '' }) => sentence('Declare {variable}', { variable }), edit.declare),
  'unknown-edge-kind': removeEdge,
  'unknown-kind': removeNode,
  'unknown-override': show('Show the tool'),
  'unknown-port': removeEdge,
  'unknown-prerequisite': mend('Take it away', edit.removeUnknownPrerequisites),
  'unknown-price': none('What a model costs is for the person to say, in the settings of its connection.'),
  'unknown-speaker': mend('Remove the rule', edit.removeRule),
  'unknown-summary-method': mend('Use the last message', edit.useLastMessage),
  'unknown-tool-choice': mend('Let the model choose', edit.letModelChoose),
  unreachable: mend((flow, problem) => edit.reachWords(flow, problem), edit.reach),
  'not-a-flow': show('Choose another flow'),
  'unsolvable-order': none(asksPerson),
  'wrong-port': removeEdge,
}

function putBack(flow: Flow, problem: Problem): Flow {
  const { lost } = problem
  if (lost === undefined) return flow
  return edit.changeText(flow, problem, (text, language) =>
    lostSlots(lost.prompt, text) === null ? text : putSlotsBack(lost.prompt, text, language),
  )
}

/** A button on a problem: what it says, and the flow that it makes, or null where it only leads to the place. */
export type FixOffer = { words: Sentence; apply: ((flow: Flow) => Flow) | null }

/** What is offered for a problem in a flow; null: nothing. */
export function fixFor(flow: Flow, problem: Problem): FixOffer | null {
  const fix: Fix = FIXES[problem.code]
  if (fix.type === 'none') return null
  if (fix.type === 'show') return hasPlace(problem) ? { words: fix.words, apply: null } : null
  if (fix.apply(flow, problem) === flow) return null
  const words = typeof fix.words === 'string' ? fix.words : fix.words(flow, problem)
  return { words, apply: (present) => fix.apply(present, problem) }
}

function hasPlace({ node, edge, field }: Problem): boolean {
  return node !== undefined || edge !== undefined || field !== undefined
}
