/** What a decision is called, in the trace's column and as a model call among what a turn cost; what decided, and what was chosen. */
import { ENGLISH, type PlainText, type Translate } from '../../languages/translate'
import type { ByWordsAlone, Candidate, DecisionChoice, DecisionOutcome, DecisionRule } from '../log/decisions'
import type { DecisionSubject } from '../log/facts'
import { saidFault } from '../log/reasons'
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
} as const satisfies { [S in DecisionSubject]: { trace: PlainText; cost: CallSort } }

/** What a decision is called. */
export function subjectWords(about: DecisionSubject, t: Translate): string {
  return t(SUBJECTS[about].trace)
}

/** What the model call of a decision is called among others. */
export function subjectCallWords(about: DecisionSubject): CallSort {
  return SUBJECTS[about].cost
}

/** What is said of a candidate beside its name; empty: nothing. */
export function candidateWords({ note, unavailable, ranked }: Candidate, t: Translate): string {
  if (unavailable !== undefined) return unavailableWords(unavailable, t)
  if (ranked === undefined) return note ?? ''
  return t('{rank}. similarity {similarity}, {reason}', {
    rank: ranked.rank,
    similarity: ranked.similarity.toFixed(2),
    reason: t(RANKS[ranked.reason]),
  })
}

const RANKS = {
  kept: 'kept',
  disabled: 'disabled',
  'too far': 'too far',
  'beyond k': 'beyond k',
} as const satisfies { [R in NonNullable<Candidate['ranked']>['reason']]: PlainText }

/** Why a candidate could not be chosen. */
export function unavailableWords({ when }: NonNullable<Candidate['unavailable']>, t: Translate): string {
  return when === null
    ? t('not available: its code says so')
    : t('not available: only when {condition}', { condition: when })
}

/** What a person made of a result that was held. */
const HELD = {
  keep: 'you let the model read what {tool} gave',
  edit: 'you changed what {tool} gave before the model read it',
  blank: 'you blanked what {tool} gave before the model read it',
} as const satisfies { [B in RuleBy<'held'>['became']]: string }

/** The rule that fired. */
export function ruleWords(rule: DecisionRule, t: Translate): string {
  switch (rule.by) {
    case 'pick':
      return rule.userGoesOn ? t('{read}: the user goes on', { read: rule.read }) : rule.read
    case 'intent':
      return rule.read
    case 'switch':
      return rule.directly ? t('{read}, directly', { read: rule.read }) : rule.read
    case 'observer':
      return `${rule.type}: ${rule.answer ?? t(OBSERVER_WORDS[rule.read])}`
    case 'observer-code':
      return t('code: {said}', { said: rule.then ?? t('unclear') })
    case 'expression':
      return rule.when
    case 'remembered':
      return t('you let {tool} run without asking', { tool: rule.tool })
    case 'held':
      return t(HELD[rule.became], { tool: rule.tool })
    case 'yes-or-no':
      return rule.hasYes ? t('has a yes in it') : t('no yes')
    case 'documents':
      return documentsWords(rule, t)
    case 'code':
      return codeRuleWords(rule, t)
    case 'tools-switched': {
      const switched = { tool: rule.tool, tools: rule.tools.join(', ') }
      return rule.isOn
        ? t('{tool} switched on for the rest of the thread: {tools}', switched)
        : t('{tool} switched off for the rest of the thread: {tools}', switched)
    }
    case 'misfit':
      return t('does not fit: {faults}', { faults: rule.faults.join('; ') })
    case 'tool-passed':
      return t('the tool {tool} passed the baton', { tool: rule.tool })
    case 'pattern':
      return t(PATTERN_WORDS[rule.pattern])
    case 'slots':
      return rule.missing.length === 0 ? t('all filled') : t('missing: {slots}', { slots: rule.missing.join(', ') })
    case 'reflection':
      return rule.of === 'summary' ? t('what the chat came to') : t('what the first chat is told')
    case 'empty-query':
      return t('nothing to look for in {pool}: the query is empty', { pool: rule.pool })
    case 'pool-search':
      return poolWords(rule, t)
    case 'only-candidate':
    case 'base-choice':
    case 'no-branch':
    case 'always':
    case 'model-called':
    case 'unclear-slots':
    case 'documentation-read':
      return t(SAME_RULES[rule.by])
    case 'other':
      return rule.text
  }
}

type RuleBy<By extends DecisionRule['by']> = Extract<DecisionRule, { by: By }>

/** Rules that say the same whatever they decided on. */
const SAME_RULES = {
  'only-candidate': 'only candidate',
  'base-choice': 'base choice',
  'no-branch': 'no branch holds',
  always: 'always',
  'model-called': 'the model called it',
  'unclear-slots': 'unclear',
  'documentation-read': 'its documentation was read, so it is loaded for the rest of the turn',
} as const satisfies { [By in DecisionRule['by']]?: PlainText }

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
} as const satisfies { [R in RuleBy<'observer'>['read']]: PlainText }

const PATTERN_WORDS = {
  'round-robin': 'the next one in the circle; the user when everybody has spoken',
  random: 'drawn by seed, turn and reply; the user when all could have spoken',
  manual: 'the user says who is next',
} as const satisfies { [P in RuleBy<'pattern'>['pattern']]: PlainText }

function codeRuleWords({ code, fault }: RuleBy<'code'>, t: Translate): string {
  const said = codeWords(code, t)
  return fault === null ? t('code: {said}', { said }) : t('code: {said}; it failed: {fault}', { said, fault })
}

function documentsWords({ how, wordsAlone }: RuleBy<'documents'>, t: Translate): string {
  if (wordsAlone !== null) return wordsAloneWords(wordsAlone, t)
  return how === 'words' ? t('by words') : t('by words and meaning')
}

function wordsAloneWords(alone: ByWordsAlone, t: Translate): string {
  switch (alone.why) {
    case 'too-many-pieces':
      return t(
        'Searched by words alone: the documents have {pieces} pieces, and only {most} are compared by meaning.',
        {
          pieces: alone.pieces,
          most: alone.most,
        },
      )
    case 'embedding-failed':
      // The sentence has a full stop of its own.
      return t('Searched by words alone, because the embedding model failed: {error}.', {
        error: t.message(saidFault(alone)).replace(/[\s.。]+$/u, ''),
      })
  }
}

const POOL_MODES = {
  hybrid: 'the best {topK} of {tools} in {pool} by hybrid search',
  vector: 'the best {topK} of {tools} in {pool} by vector search',
  keyword: 'the best {topK} of {tools} in {pool} by keyword search',
} as const satisfies { [M in RuleBy<'pool-search'>['mode']]: string }

function poolWords(rule: RuleBy<'pool-search'>, t: Translate): string {
  const { pool, tools, topK, mode, minSimilarity, filterAfterSearch, loads } = rule
  return [
    t(POOL_MODES[mode], { topK, tools, pool }),
    ...(minSimilarity === 0 ? [] : [t('similarity at least {similarity}', { similarity: `${minSimilarity}` })]),
    ...(filterAfterSearch ? [t('disabled tools count towards the limit')] : []),
    ...(loads ? [t('loaded for the rest of the turn')] : []),
  ].join(', ')
}

/** What was chosen; empty: a decision of this sort chooses nothing. */
export function choiceWords(choice: DecisionChoice, t: Translate): string {
  switch (choice.is) {
    case 'nothing':
      return ''
    case 'named':
      return choice.names.join(', ')
    case 'outcome':
      return t(OUTCOME_WORDS[choice.outcome])
    case 'pieces':
      return t('{found} of {of} pieces', { found: choice.found, of: choice.of })
    case 'slots':
      return JSON.stringify(choice.values)
    case 'other':
      return choice.text
  }
}

/** What choices are counted by: what fills slots or finds documents is of one sort, whatever was found. */
export function choiceSortWords(choice: DecisionChoice, t: Translate): string {
  switch (choice.is) {
    case 'nothing':
      return '—'
    case 'pieces':
      return choice.found === 0 ? t('no pieces') : t('pieces found')
    case 'slots':
      return t('slots')
    case 'named':
    case 'outcome':
    case 'other':
      return choiceWords(choice, t)
  }
}

/** The sort of a choice as what filters compare: it is the same in every language. */
export function choiceSort(choice: DecisionChoice): string {
  return choiceSortWords(choice, ENGLISH)
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
} as const satisfies { [O in DecisionOutcome]: PlainText }
