/** What a decision is called, in the trace's column and as a model call among what a turn cost; what decided, and what was chosen. */
import type { PlainText } from '../../languages/translate'
import type { ByWordsAlone, Candidate, DecisionChoice, DecisionOutcome, DecisionRule } from '../log/decisions'
import type { DecisionSubject } from '../log/facts'
import type { CallSort } from './calls'
import { codeWords } from './code'

const SUBJECTS = {
  switch: { trace: 'switch check', cost: 'switch check' },
  observer: { trace: 'observer', cost: 'observer' },
  slots: { trace: 'slots', cost: 'slot check' },
  intent: { trace: 'intent', cost: 'intent check' },
  pick: { trace: 'pick', cost: 'pick' },
  'look-up': { trace: 'look-up', cost: 'look-up check' },
  handoff: { trace: 'choice', cost: 'decision' },
  dialog: { trace: 'choice', cost: 'decision' },
  context: { trace: 'context', cost: 'decision' },
  condition: { trace: 'condition', cost: 'decision' },
  'after-work': { trace: 'after work', cost: 'decision' },
  available: { trace: 'only when', cost: 'decision' },
  instruction: { trace: 'instruction', cost: 'decision' },
  message: { trace: 'message', cost: 'decision' },
  pattern: { trace: 'pattern', cost: 'decision' },
  manager: { trace: 'manager', cost: 'manager' },
  summary: { trace: 'summary', cost: 'summary' },
  'carry-over': { trace: 'carry-over', cost: 'summary' },
  tools: { trace: 'tools', cost: 'decision' },
  output: { trace: 'output', cost: 'decision' },
  other: { trace: 'decision', cost: 'decision' },
} as const satisfies { [S in DecisionSubject]: { trace: string; cost: CallSort } }

/** What a decision is called. */
export function subjectWords(about: DecisionSubject): string {
  return SUBJECTS[about].trace
}

/** What the model call of a decision is called among others. */
export function subjectCallWords(about: DecisionSubject): CallSort {
  return SUBJECTS[about].cost
}

/** What is said of a candidate beside its name; empty: nothing. */
export function candidateWords({ note, unavailable, ranked }: Candidate): string {
  if (unavailable !== undefined) return unavailableWords(unavailable)
  if (ranked === undefined) return note ?? ''
  return `${ranked.rank}. similarity ${ranked.similarity.toFixed(2)}, ${ranked.reason}`
}

/** Why a candidate could not be chosen. */
export function unavailableWords({ when }: NonNullable<Candidate['unavailable']>): string {
  return when === null ? 'not available: its code says so' : `not available: only when ${when}`
}

/** What a person made of a result that was held. */
const HELD = {
  keep: (tool) => `you let the model read what ${tool} gave`,
  edit: (tool) => `you changed what ${tool} gave before the model read it`,
  blank: (tool) => `you blanked what ${tool} gave before the model read it`,
} as const satisfies { [B in Extract<DecisionRule, { by: 'held' }>['became']]: (tool: string) => string }

/** The rule that fired. */
export function ruleWords(rule: DecisionRule): string {
  switch (rule.by) {
    case 'pick':
      return rule.userGoesOn ? `${rule.read}: the user goes on` : rule.read
    case 'intent':
      return rule.read
    case 'switch':
      return rule.directly ? `${rule.read}, directly` : rule.read
    case 'observer':
      return `${rule.type}: ${rule.answer ?? OBSERVER_WORDS[rule.read]}`
    case 'observer-code':
      return `code: ${rule.then ?? 'unclear'}`
    case 'only-candidate':
      return 'only candidate'
    case 'base-choice':
      return 'base choice'
    case 'expression':
      return rule.when
    case 'no-branch':
      return 'no branch holds'
    case 'remembered':
      return `you let ${rule.tool} run without asking`
    case 'held':
      return HELD[rule.became](rule.tool)
    case 'always':
      return 'always'
    case 'yes-or-no':
      return rule.hasYes ? 'has a yes in it' : 'no yes'
    case 'documents':
      return documentsWords(rule)
    case 'code':
      return `code: ${codeWords(rule.code)}${rule.fault === null ? '' : `; it failed: ${rule.fault}`}`
    case 'tools-switched':
      return `${rule.tool} switched ${rule.isOn ? 'on' : 'off'} for the rest of the thread: ${rule.tools.join(', ')}`
    case 'misfit':
      return `does not fit: ${rule.faults.join('; ')}`
    case 'model-called':
      return 'the model called it'
    case 'tool-passed':
      return `the tool ${rule.tool} passed the baton`
    case 'pattern':
      return PATTERN_WORDS[rule.pattern]
    case 'unclear-slots':
      return 'unclear'
    case 'slots':
      return rule.missing.length === 0 ? 'all filled' : `missing: ${rule.missing.join(', ')}`
    case 'reflection':
      return rule.of === 'summary' ? 'what the chat came to' : 'what the first chat is told'
    case 'documentation-read':
      return 'its documentation was read, so it is loaded for the rest of the turn'
    case 'empty-query':
      return `nothing to look for in ${rule.pool}: the query is empty`
    case 'pool-search':
      return poolWords(rule)
    case 'other':
      return rule.text
  }
}

type RuleBy<By extends DecisionRule['by']> = Extract<DecisionRule, { by: By }>

const OBSERVER_WORDS = {
  yes: 'yes',
  no: 'no',
  'all-filled': 'all filled',
  'some-missing': 'some missing',
  nothing: 'False',
  text: 'text',
  approval: 'ok',
  outcome: 'one of its outcomes',
  unclear: 'unclear',
} as const satisfies { [R in RuleBy<'observer'>['read']]: string }

const PATTERN_WORDS = {
  'round-robin': 'the next one in the circle; the user when everybody has spoken',
  random: 'drawn by seed, turn and reply; the user when all could have spoken',
  manual: 'the user says who is next',
} as const satisfies { [P in RuleBy<'pattern'>['pattern']]: string }

function documentsWords({ how, wordsAlone }: RuleBy<'documents'>): string {
  if (wordsAlone !== null) return `Searched by words alone${wordsAloneWords(wordsAlone)}`
  return how === 'words' ? 'by words' : 'by words and meaning'
}

function wordsAloneWords(alone: ByWordsAlone): string {
  switch (alone.why) {
    case 'too-many-pieces':
      return `: the documents have ${alone.pieces} pieces, and only ${alone.most} are compared by meaning.`
    case 'embedding-failed':
      return `, because the embedding model failed: ${alone.error}.`
  }
}

function poolWords(rule: RuleBy<'pool-search'>): string {
  const { pool, tools, topK, mode, minSimilarity, filterAfterSearch, loads } = rule
  const limit = minSimilarity === 0 ? '' : `, similarity at least ${minSimilarity}`
  const parity = filterAfterSearch ? ', disabled tools count towards the limit' : ''
  const loaded = loads ? ', loaded for the rest of the turn' : ''
  return `the best ${topK} of ${tools} in ${pool} by ${mode} search${limit}${parity}${loaded}`
}

/** What was chosen; empty: a decision of this sort chooses nothing. */
export function choiceWords(choice: DecisionChoice): string {
  switch (choice.is) {
    case 'nothing':
      return ''
    case 'named':
      return choice.names.join(', ')
    case 'outcome':
      return OUTCOME_WORDS[choice.outcome]
    case 'pieces':
      return `${choice.found} of ${choice.of} pieces`
    case 'slots':
      return JSON.stringify(choice.values)
    case 'other':
      return choice.text
  }
}

/** What choices are counted by: what fills slots or finds documents is of one sort, whatever was found. */
export function choiceSortWords(choice: DecisionChoice): string {
  switch (choice.is) {
    case 'nothing':
      return '—'
    case 'pieces':
      return choice.found === 0 ? 'no pieces' : 'pieces found'
    case 'slots':
      return 'slots'
    case 'named':
    case 'outcome':
    case 'other':
      return choiceWords(choice)
  }
}

/** What rules are sorted by. */
export const RULE_SORTS = {
  pick: 'answer naming somebody',
  intent: 'answer naming an intent',
  switch: 'answer on another topic',
  observer: 'answer of an observer',
  'observer-code': 'code of an observer',
  'only-candidate': 'only candidate',
  'base-choice': 'base choice',
  expression: 'expression',
  'no-branch': 'no branch holds',
  always: 'always',
  'yes-or-no': 'yes or no',
  documents: 'search of documents',
  code: 'code',
  'tools-switched': 'tools switched',
  misfit: 'does not fit',
  remembered: 'runs without asking',
  held: 'result held',
  'model-called': 'the model called it',
  'tool-passed': 'a tool passed the baton',
  pattern: 'pattern',
  'unclear-slots': 'unclear',
  slots: 'slots',
  reflection: 'summary',
  'documentation-read': 'documentation was read',
  'empty-query': 'empty query',
  'pool-search': 'search of tools',
  other: 'other',
} as const satisfies { [By in DecisionRule['by']]: PlainText }

const OUTCOME_WORDS = {
  nobody: 'nobody',
  rejected: 'rejected',
  user: 'the user',
  'no-tools': 'none',
  'look-up': 'look up',
  answer: 'answer',
  'asked-again': 'asked again',
  'given-up': 'given up',
  stay: 'stay',
  continue: 'continue',
  finish: 'finish',
  interrupt: 'interrupt',
  steer: 'steer',
  reply: 'reply',
} as const satisfies { [O in DecisionOutcome]: string }
